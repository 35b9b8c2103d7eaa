//! Every example of a help text, run as it is written.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

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
    // A cleanup of the day that the examples name.
    let store = toolcrib::plugins::PluginStore::open(place.path().join(".agent/plugins")).unwrap();
    let id = store.remove("older", toolcrib::plugins::Options::default()).unwrap();
    let trash = store.path().join(".trash");
    fs::rename(trash.join(id), trash.join("2026-12-01-1")).unwrap();
    place
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
        let path = std::env::var("PATH").unwrap_or_default();
        let ran = Ran::of(
            Command::new("sh")
                .args(["-c", &example])
                .current_dir(place.path())
                .env("HOME", place.path())
                .env("PATH", format!("{}:{path}", place.path().join("bin").display())),
        );
        // Old plugins are there to be found.
        let is_about_old = example.contains("plugins") && !example.contains("--yes");
        assert!(ran.code == 0 || ran.code == 1 && is_about_old, "{example}: {ran:?}");
        assert!(!ran.err.contains("error"), "{example}: {ran:?}");
    }
}
