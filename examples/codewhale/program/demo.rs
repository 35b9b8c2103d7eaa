//! What the program shows: a recorded session, then one call for each thing that can happen to one.

use codewhale_tools::Agent;
use toolcrib::{Surface, ToolCall};

use super::mode::{Answer, Mode};
use super::{replay, report};

/// A recorded session; see `data/README.md`.
const SESSION: &str = include_str!("../data/claude-code-todowrite_examples.jsonl");

/// Calls, with the mode in which they are made.
const CALLS: [(&str, Mode, &[(&str, &str)]); 6] = [
    (
        "A name of the head",
        Mode::Yolo,
        &[
            (
                "write_file",
                r#"{"path": "src/main.rs", "content": "fn main() {\n    todo!()\n}\n"}"#,
            ),
            (
                "exec_shell",
                r#"{"command": "wc -l src/main.rs; sleep 1; echo done", "background": true}"#,
            ),
        ],
    ),
    (
        "A hidden name: the same, and not a word about it",
        Mode::Yolo,
        &[("exec_wait", r#"{"id": 1}"#)],
    ),
    (
        "Deprecated names: they run, and the host is told",
        Mode::Yolo,
        &[
            ("search_text", r#"{"query": "todo!"}"#),
            (
                "replace_lines",
                r#"{"path": "src/main.rs", "first": 2, "last": 2, "text": "    run()"}"#,
            ),
        ],
    ),
    (
        "A retired name: it does not run, and the model is told how to go on",
        Mode::Yolo,
        &[("agent_spawn", r#"{"prompt": "review src/main.rs", "type": "review"}"#)],
    ),
    (
        "Names that nobody declared, and arguments that do not fit",
        Mode::Yolo,
        &[
            ("exec_shel", r#"{"command": "ls"}"#),
            ("ReadFile", r#"{"path": "src/main.rs"}"#),
            ("read_file", r#"{"file": "src/main.rs", "lines": "all"}"#),
            ("read_file", r#"{"path": "../../etc/passwd"}"#),
        ],
    ),
    (
        "Plan mode: the same head, and a rule that holds for every name of a tool",
        Mode::Plan,
        &[("exec_interact", r#"{"id": 1, "input": "rm -rf .\n"}"#), ("list_dir", "")],
    ),
];

/// Shows it all.
pub(crate) async fn run(surface: &Surface) {
    let agent = Agent::main();
    report::heading("Replay: a session of another agent, under the name that its tool had");
    for call in replay::calls(SESSION) {
        match call {
            Ok(recorded) => {
                let from = format!("line {}  ", recorded.line);
                let arguments = recorded.arguments.get();
                let call = ToolCall::new(&recorded.name, arguments).with_id(&recorded.id);
                show(surface, Mode::Plan, &agent, call, &from).await;
            }
            Err(bad) => report::refused(&format!("line {}: {}", bad.line, bad.error)),
        }
    }
    for (title, mode, calls) in CALLS {
        report::heading(title);
        for (name, arguments) in calls {
            show(surface, mode, &agent, ToolCall::new(name, arguments), "").await;
        }
    }
    report::usage(surface.registry());
}

async fn show(surface: &Surface, mode: Mode, agent: &Agent, call: ToolCall<'_>, from: &str) {
    report::call(call, from);
    // Nobody sits here to be asked.
    match mode.call(surface, call, agent, |_| false).await {
        Answer::Outcome(outcome) => report::outcome(&outcome),
        Answer::Refused(reason) => report::refused(&reason),
    }
}
