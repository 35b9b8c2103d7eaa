//! Every example of a help text, run as it is written.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process_group};

use super::help::helps;
use super::place::{Place, Ran};

/// A workspace as the examples have it. The program also stands for the agent's own.
fn workspace() -> Place {
    let place = Place::new();
    place.plugin(".agent/plugins", "old", "spawn_agent");
    place.plugin(".agent/plugins", "older", "agent_spawn");
    place.plugin(".agent/plugins", "new", "agent");
    place.write(".agent/config.toml", "[plugins]\nnetwork_allow = [\"old\", \"new\"]\n");
    place.write(".agent/skills/run/SKILL.md", "---\nname: run\ndescription: Runs.\n---\n");
    place.write("prompts/system.md", "Call `agent`.\n");
    for program in ["toolcrib", "my-agent"] {
        fs::create_dir_all(place.path().join("bin")).unwrap();
        symlink(env!("CARGO_BIN_EXE_toolcrib"), place.path().join("bin").join(program)).unwrap();
    }
    // It makes a token.
    place.write("bin/openssl", "#!/bin/sh\necho 0123456789abcdef\n");
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(place.path().join("bin/openssl"), executable).unwrap();
    place.write("token.txt", "0123456789abcdef\n");
    // A cleanup of the day that the examples name.
    let store = toolcrib::plugins::PluginStore::open(place.path().join(".agent/plugins")).unwrap();
    let id = store.remove("older", toolcrib::plugins::Options::default()).unwrap();
    let trash = store.path().join(".trash");
    fs::rename(trash.join(id), trash.join("2026-12-01-1")).unwrap();
    place
}

/// An example, in a workspace of its own.
fn in_shell(place: &Place, example: &str) -> Command {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command.args(["-c", example]).current_dir(place.path()).env("HOME", place.path());
    command.env("PATH", format!("{}:{path}", place.path().join("bin").display()));
    command
}

/// Whether something is served. It would be for ever.
fn serves(mut command: Command) -> bool {
    let mut child =
        command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    // The shell and what it has started. Where it ended by itself there is nobody to end.
    let group = Pid::from_child(&child);
    let _ = kill_process_group(group, Signal::KILL);
    child.wait().unwrap();
    line.starts_with("http://127.0.0.1:")
}

#[test]
fn every_example_works() {
    let mut examples = Vec::new();
    for (words, help) in helps() {
        let below = help.split("\nExamples:\n").nth(1).unwrap_or_default();
        let of_it: Vec<_> = below.lines().map(|line| line.trim().to_owned()).collect();
        let has_commands = help.contains("\nCommands:\n");
        assert!(has_commands || !of_it.is_empty(), "`{}` has no example", words.join(" "));
        examples.extend(of_it);
    }
    assert!(examples.len() > 15, "{examples:?}");
    for example in examples {
        let place = workspace();
        let command = in_shell(&place, &example);
        if example.contains(" serve") {
            assert!(serves(command), "{example}");
            continue;
        }
        let ran = Ran::of(&mut { command });
        // Old plugins are there to be found.
        let is_about_old = example.contains("plugins") && !example.contains("--yes");
        assert!(ran.code == 0 || ran.code == 1 && is_about_old, "{example}: {ran:?}");
        assert!(!ran.err.contains("error"), "{example}: {ran:?}");
    }
}
