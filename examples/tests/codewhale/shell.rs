//! Shell commands run, are bounded, and end with whoever started them.

#![cfg(unix)]

use std::future::Future as _;
use std::path::Path;
use std::pin::pin;
use std::process::Command;
use std::task::{Context as Task, Waker};
use std::time::{Duration, Instant};

use codewhale_tools::Agent;
use serde_json::{Value, json};
use toolcrib::{Context, FailureKind, Outcome, ToolCall};

use crate::Codewhale;

fn run(codewhale: &Codewhale, name: &str, arguments: &Value) -> Value {
    let outcome = codewhale.call(name, &arguments.to_string());
    assert!(outcome.is_success(), "{}", outcome.text());
    structured(&outcome)
}

fn structured(outcome: &Outcome) -> Value {
    serde_json::from_str(outcome.structured().unwrap().get()).unwrap()
}

/// Waits for something that is bound to happen; what does not happen fails the test.
fn until<T>(mut happened: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(value) = happened() {
            return value;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "it does not happen");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The ids of processes that a command has written, one a line.
fn pids(file: &Path, count: usize) -> Vec<String> {
    until(|| {
        let text = std::fs::read_to_string(file).ok()?;
        let complete = text.ends_with('\n') && text.lines().count() == count;
        complete.then(|| text.lines().map(str::to_owned).collect())
    })
}

/// Whether a process runs; one that has ended and is not yet waited for does not.
fn runs(pid: &str) -> bool {
    let state = if Path::new("/proc/self/stat").exists() {
        // After the name, which stands in parentheses.
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit_once(") ").map(|(_, rest)| rest.to_owned()).unwrap_or_default()
    } else {
        let ps =
            Command::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("there is `ps`");
        String::from_utf8_lossy(&ps.stdout).trim().to_owned()
    };
    !(state.is_empty() || state.starts_with('Z'))
}

fn gone(pids: &[String]) {
    for pid in pids {
        until(|| (!runs(pid)).then_some(()));
    }
}

/// Writes the id of the shell and that of a child of it, and never ends.
const ENDLESS: &str = "sleep 600 & echo $$ > pids; echo $! >> pids; wait";

#[test]
fn a_command_runs_in_the_workspace_and_tells_how_it_ended() {
    let codewhale = Codewhale::new();
    codewhale.call("write_file", r#"{"path":"sub/x","content":"inside"}"#);
    let result = run(
        &codewhale,
        "exec_shell",
        &json!({ "command": "cat x; echo e >&2; exit 3", "cwd": "sub" }),
    );
    assert_eq!(result, json!({ "status": "exited", "exit_code": 3, "output": "insidee\n" }));
    let result = run(&codewhale, "exec_shell", &json!({ "command": "kill -9 $$" }));
    assert_eq!(result, json!({ "status": "killed", "output": "" }));
    // Nobody is there to type.
    let result = run(&codewhale, "exec_shell", &json!({ "command": "pwd | wc -l" }));
    assert_eq!(result["exit_code"], 0);
}

#[test]
fn output_is_bounded_and_its_end_is_kept() {
    let codewhale = Codewhale::new();
    let command = "head -c 1000000 /dev/zero | tr '\\0' x; echo END";
    let result = run(&codewhale, "exec_shell", &json!({ "command": command }));
    let output = result["output"].as_str().unwrap();
    assert_eq!(output.len(), 32 << 10);
    assert!(output.ends_with("xEND\n"));
    assert_eq!(result["left_out"], 1_000_004 - (32 << 10));
}

#[test]
fn a_dialogue_with_a_command() {
    let codewhale = Codewhale::new();
    let started = run(&codewhale, "exec_shell", &json!({ "command": "cat", "background": true }));
    assert_eq!(started["status"], "running");
    let id = &started["id"];
    let said = run(
        &codewhale,
        "exec_shell_interact",
        &json!({ "id": id, "input": "hello\n", "timeout_ms": 60_000 }),
    );
    assert_eq!(said, json!({ "status": "running", "id": id, "output": "hello\n" }));
    // The old name.
    let said = run(
        &codewhale,
        "exec_interact",
        &json!({ "id": id, "input": "bye\n", "close": true, "timeout_ms": 60_000 }),
    );
    let rest = if said["status"] == "running" {
        run(&codewhale, "exec_wait", &json!({ "id": id, "timeout_ms": 60_000 }))
    } else {
        said.clone()
    };
    assert!(said["output"] == "bye\n" || rest["output"] == "bye\n", "{said} {rest}");
    assert_eq!(rest["exit_code"], 0);
    // Whose end has been told is forgotten.
    let again = codewhale.call("exec_shell_wait", &json!({ "id": id }).to_string());
    assert_eq!(again.failure(), Some(FailureKind::BadArguments));
    assert_eq!(again.text(), "no command has the id 1; there are: none");
}

#[test]
fn a_wait_that_is_over_leaves_the_command_running() {
    let codewhale = Codewhale::new();
    let started = run(&codewhale, "exec_shell", &json!({ "command": ENDLESS, "background": true }));
    let pids = pids(&codewhale.folder.path().join("pids"), 2);
    let waited =
        run(&codewhale, "exec_shell_wait", &json!({ "id": started["id"], "timeout_ms": 1 }));
    assert_eq!(waited["status"], "running");
    assert!(pids.iter().all(|pid| runs(pid)));
    let cancelled = run(&codewhale, "exec_shell_cancel", &json!({ "id": started["id"] }));
    assert_eq!(cancelled["status"], "killed");
    gone(&pids);
}

#[test]
fn a_command_that_takes_too_long_is_killed() {
    let codewhale = Codewhale::new();
    let arguments = json!({ "command": format!("echo begun; {ENDLESS}"), "timeout_ms": 500 });
    let outcome = codewhale.call("exec_shell", &arguments.to_string());
    assert_eq!(outcome.failure(), Some(FailureKind::Failed));
    assert!(outcome.text().contains("`background`"), "{}", outcome.text());
}

#[test]
fn a_call_that_is_dropped_leaves_no_process() {
    let codewhale = Codewhale::new();
    let arguments = json!({ "command": ENDLESS }).to_string();
    let cx = Context::new().with(Agent::main());
    let pids = {
        let mut call = pin!(codewhale.surface.call(ToolCall::new("exec_shell", &arguments), &cx));
        assert!(call.as_mut().poll(&mut Task::from_waker(Waker::noop())).is_pending());
        let pids = pids(&codewhale.folder.path().join("pids"), 2);
        assert!(pids.iter().all(|pid| runs(pid)));
        pids
    };
    gone(&pids);
}

#[test]
fn background_commands_end_with_the_session() {
    let codewhale = Codewhale::new();
    run(&codewhale, "exec_shell", &json!({ "command": ENDLESS, "background": true }));
    let pids = pids(&codewhale.folder.path().join("pids"), 2);
    let Codewhale { surface, folder, .. } = codewhale;
    drop(surface);
    gone(&pids);
    drop(folder);
}

#[test]
fn what_a_command_leaves_behind_ends_with_it() {
    let codewhale = Codewhale::new();
    let command = "sleep 600 & echo $! > pids; echo done";
    let result = run(&codewhale, "exec_shell", &json!({ "command": command }));
    assert_eq!(result, json!({ "status": "exited", "exit_code": 0, "output": "done\n" }));
    gone(&pids(&codewhale.folder.path().join("pids"), 1));
}

#[test]
fn so_many_commands_and_no_more() {
    let codewhale = Codewhale::new();
    for _ in 0..16 {
        run(&codewhale, "exec_shell", &json!({ "command": "sleep 600", "background": true }));
    }
    let arguments = json!({ "command": "true", "background": true }).to_string();
    let outcome = codewhale.call("exec_shell", &arguments);
    assert!(outcome.text().contains("16 commands run already"), "{}", outcome.text());
    run(&codewhale, "exec_shell_cancel", &json!({ "id": 7 }));
    assert!(codewhale.call("exec_shell", &arguments).is_success());
}
