//! toolcrib's commands in the program, with its live registry.

use std::process::{Command, Output};

use serde_json::Value;
use toolcrib::RegisteredTool;

use crate::Codewhale;

fn codewhale(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_codewhale")).args(arguments).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = codewhale(arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn they_know_the_live_tools() {
    let here = Codewhale::new();
    assert_eq!(printed(&["tools", "manifest"]), here.registry().manifest().to_json());
    let listed = printed(&["tools", "list", "--format", "json"]);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let listed = listed.as_array().unwrap();
    let names = here.registry().tools().iter().map(RegisteredTool::name);
    assert!(names.eq(listed.iter().map(|tool| tool["name"].as_str().unwrap())));
    // What the active ones weigh is what is sent of them, but for brackets and commas.
    let active: Vec<_> = listed.iter().filter(|tool| tool["state"] == "active").collect();
    let bytes: u64 = active.iter().map(|tool| tool["bytes"].as_u64().unwrap()).sum();
    assert_eq!(bytes + active.len() as u64 + 1, here.surface.tools().get().len() as u64);
}

#[test]
fn they_run_the_programs_own_checks() {
    let report = printed(&["doctor", "--format", "json"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    let ids = report["checks"].as_array().unwrap().iter().map(|check| &check["id"]);
    assert_eq!(ids.collect::<Vec<_>>(), ["overdue-removals", "provider-lints", "linked-crates"]);
    assert_eq!(codewhale(&["doctor", "--release", "1.0.0"]).status.code(), Some(1));
}

#[test]
fn they_are_called_as_the_program_is() {
    let help = printed(&["tools", "show", "--help"]);
    assert!(help.contains("\n  codewhale tools show exec_shell\n"), "{help}");
    assert!(!help.contains("toolcrib tools") && !help.contains("--manifest"), "{help}");
}
