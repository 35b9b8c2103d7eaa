//! `tools`: what there is, in all formats.

use std::io::Write as _;
use std::process::Stdio;

use serde_json::Value;
use toolcrib::NameKind;

use super::place::{MANIFEST, Place, manifest};

fn names(json: &Value) -> Vec<&str> {
    json.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[test]
fn tools_are_listed_with_state_and_cost() {
    let place = Place::new();
    let text = place.out(0, &["tools", "list"]);
    let json = place.json(0, &["tools", "list"]);
    let markdown = place.out(0, &["tools", "list", "--format", "markdown"]);
    let tools = manifest().tools;
    assert_eq!(names(&json), tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>());
    assert_eq!(text.lines().count(), tools.len() + 1);
    for tool in json.as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        let line = text.lines().find(|line| line.split_whitespace().next() == Some(name)).unwrap();
        let words: Vec<_> = line.split_whitespace().collect();
        assert_eq!(words[1], tool["state"], "{line}");
        assert_eq!(words[2], tool["tokens"].to_string(), "{line}");
        assert!(markdown.contains(&format!("| `{name}` | {} |", words[1])), "{markdown}");
    }
    let sent = json.as_array().unwrap().iter().filter(|tool| tool["state"] == "active");
    let tokens: u64 = sent.map(|tool| tool["tokens"].as_u64().unwrap()).sum();
    let sum = format!("{} tools; {tokens} tokens in each request", tools.len());
    assert_eq!(text.lines().last(), Some(&*sum));
}

#[test]
fn tools_are_listed_by_state() {
    let place = Place::new();
    let deferred = place.json(0, &["tools", "list", "--state", "deferred"]);
    assert_eq!(names(&deferred), ["fim_edit", "handle_read", "speech"]);
    let ran = place.run(&["tools", "list", "--state", "hidden"]);
    assert_eq!((ran.code, &*ran.out, &*ran.err), (0, "", "there is no such tool\n"));
    assert_eq!(place.json(0, &["tools", "list", "--state", "hidden"]), serde_json::json!([]));
}

#[test]
fn names_are_listed_with_what_to_use() {
    let place = Place::new();
    let text = place.out(0, &["tools", "names"]);
    let json = place.json(0, &["tools", "names"]);
    let all: Value = serde_json::from_str(MANIFEST).unwrap();
    assert_eq!(json, all["names"]);
    let line = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(line("exec_wait ").ends_with("hidden      since 0.8.53   use exec_shell_wait"));
    assert!(line("replace_lines ").ends_with("deprecated  goes in 1.0.0  use edit_file"));
    assert!(line("close_agent ").ends_with("removed     since 0.8.33"));
    assert_eq!(
        text.lines().last(),
        Some("45 names: 16 active, 3 deferred, 13 hidden, 2 deprecated, 11 removed")
    );
    let removed = place.json(0, &["tools", "names", "--state", "removed"]);
    assert_eq!(removed.as_array().unwrap().len(), 11);
}

#[test]
fn a_tool_is_shown_by_any_of_its_names() {
    let place = Place::new();
    assert_eq!(
        place.out(0, &["tools", "show", "exec_wait"]),
        "\
exec_shell_wait  active
  Wait for a background command and return what it printed since the last look. Stops waiting, and
  leaves it running, when the time is over.

Arguments
  id  integer
      The id that `exec_shell` returned.
  timeout_ms?  integer
      How many milliseconds to wait for its end.

Names
  exec_shell_wait  active
  exec_wait        hidden  since 0.8.53; use exec_shell_wait

482 bytes, about 121 tokens; declared at examples/codewhale/shell.rs:109 (codewhale_tools)
"
    );
    for name in manifest().names {
        let shown = place.json(0, &["tools", "show", &name.name]);
        assert_eq!(shown["name"]["name"], *name.name);
        match name.kind {
            NameKind::Tombstone => assert_eq!(shown["tool"], Value::Null),
            _ => assert_eq!(shown["tool"]["name"], *name.tool.unwrap()),
        }
    }
    let retired = place.out(0, &["tools", "show", "agent_wait"]);
    assert!(retired.starts_with(
        "agent_wait  removed\n  since 0.8.33; an agent's result comes as an event: go on working\n"
    ));
}

#[test]
fn a_search_finds_what_a_model_would() {
    let place = Place::new();
    let found = place.json(0, &["tools", "search", "say", "a", "text", "aloud"]);
    assert_eq!(names(&found)[0], "speech");
    let found = place.json(0, &["tools", "search", "--limit", "2", "run a command"]);
    assert_eq!(names(&found), ["exec_shell", "exec_shell_wait"]);
    let found = place.json(0, &["tools", "search", "/^exec_shell_/"]);
    assert_eq!(names(&found).len(), 3);
    let found = place.json(0, &["tools", "search", "--mode", "select", "speech,agent"]);
    assert_eq!(names(&found), ["agent", "speech"]);
    // Old names are for people who look for them, not for a search.
    let ran = place.run(&["tools", "search", "select:todo_add"]);
    assert_eq!((ran.code, &*ran.out, &*ran.err), (0, "", "no tool was found\n"));
}

#[test]
fn a_manifest_goes_through_unchanged() {
    let place = Place::new();
    assert_eq!(place.out(0, &["tools", "manifest"]), MANIFEST);
    assert_eq!(place.out(0, &["tools", "manifest", "--format", "markdown"]), MANIFEST);
}

#[test]
fn a_manifest_comes_from_elsewhere() {
    let place = Place::empty();
    place.write("of/agent.json", MANIFEST);
    assert_eq!(place.out(0, &["tools", "manifest", "--manifest", "of/agent.json"]), MANIFEST);
    let mut command = place.command(&["--manifest", "-", "tools", "manifest"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it can be run");
    child.stdin.take().unwrap().write_all(MANIFEST.as_bytes()).unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, MANIFEST.as_bytes());
}
