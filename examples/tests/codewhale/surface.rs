//! The tests that the reference asks for in its section 9, on this surface.

use std::collections::BTreeSet;

use toolcrib::{FailureKind, NOTICE_KEY, NameRecord};

use crate::{Codewhale, bytes};

/// The manifest of the reference, section 4, without `todo_write` itself.
const MANIFEST: [(&str, &str, &str); 10] = [
    ("exec_wait", "exec_shell_wait", "0.8.53"),
    ("exec_interact", "exec_shell_interact", "0.8.53"),
    ("tts", "speech", "0.8.53"),
    ("checklist_write", "todo_write", "0.9.0"),
    ("checklist_add", "todo_write", "0.9.0"),
    ("checklist_update", "todo_write", "0.9.0"),
    ("checklist_list", "todo_write", "0.9.0"),
    ("todo_add", "todo_write", "0.8.53"),
    ("todo_update", "todo_write", "0.8.53"),
    ("todo_list", "todo_write", "0.8.53"),
];

#[test]
fn every_row_of_the_reference_is_there() {
    let manifest = Codewhale::new().registry().manifest();
    for (alias, replacement, since) in MANIFEST {
        let row = manifest.names.iter().find(|name| name.name == alias).unwrap();
        assert_eq!(row.replacement.as_deref(), Some(replacement), "{alias}");
        assert_eq!(row.first_deprecated_version.as_deref(), Some(since), "{alias}");
        assert_eq!(row.state, "hidden", "{alias}");
        assert!(row.replay_supported, "{alias}");
    }
}

#[test]
fn the_head_is_the_one_that_was_agreed_on() {
    let head = Codewhale::new().surface.tools().get().to_owned();
    let expected = include_str!("../../codewhale/data/head.json");
    let differs = head.bytes().zip(expected.bytes()).take_while(|(new, old)| new == old).count();
    let around =
        |text: &str| text.chars().skip(differs.saturating_sub(60)).take(120).collect::<String>();
    assert!(
        head == expected,
        "the head has moved at byte {differs}: each session pays for it once; if it is meant to, run\n  \
         cargo run --bin codewhale -- --head > examples/codewhale/data/head.json\nold: …{}…\nnew: …{}…",
        around(expected),
        around(&head),
    );
}

#[test]
fn no_old_name_is_sent_to_a_model() {
    let codewhale = Codewhale::new();
    let head: Vec<serde_json::Value> =
        serde_json::from_str(codewhale.surface.tools().get()).unwrap();
    let head: BTreeSet<_> = head.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    for name in codewhale.registry().names() {
        let active = name.lifecycle().policy().in_head;
        assert_eq!(head.contains(name.name()), active, "{}", name.name());
    }
    let text = codewhale.surface.tools().get();
    for word in ["deprecated", "hidden", "TodoWrite", "checklist", "exec_wait", "agent_spawn"] {
        assert!(!text.contains(word), "{word}");
    }
}

#[test]
fn no_old_name_is_suggested() {
    let codewhale = Codewhale::new();
    let visible = |name: &str| {
        let record = codewhale.registry().names().iter().find(|one| one.name() == name).unwrap();
        record.lifecycle().is_visible()
    };
    for name in codewhale.registry().names() {
        let typo = &name.name()[..name.name().len() - 1];
        let outcome = codewhale.call(typo, "{}");
        if outcome.failure() == Some(FailureKind::Unknown) {
            let near = codewhale.registry().near(typo);
            assert!(near.iter().all(|near| visible(near)), "{typo}: {near:?}");
            assert!(near.iter().all(|near| outcome.text().contains(near)), "{}", outcome.text());
        }
    }
    assert_eq!(codewhale.registry().near("exec_shel"), ["exec_shell"]);
}

/// An old call, the name and the arguments of today, and what must have been called before.
const TWINS: [(&str, &str, &str, &str); 13] = [
    (
        "TodoWrite",
        r#"{"todos":[{"content":"c","status":"pending","activeForm":"C"}]}"#,
        "todo_write",
        r#"{"todos":[{"content":"c","status":"pending"}]}"#,
    ),
    ("todo", r#"{"todos":[]}"#, "todo_write", r#"{"todos":[]}"#),
    (
        "work_update",
        r#"{"todos":[{"content":"c"}]}"#,
        "todo_write",
        r#"{"todos":[{"content":"c"}]}"#,
    ),
    (
        "checklist_write",
        r#"{"todos":[{"content":"c"}]}"#,
        "todo_write",
        r#"{"todos":[{"content":"c"}]}"#,
    ),
    (
        "checklist_add",
        r#"{"content":"c","status":"in_progress"}"#,
        "todo_write",
        r#"{"todos":[{"content":"c","status":"in_progress"}],"merge":true}"#,
    ),
    ("todo_add", r#"{"content":"c"}"#, "todo_write", r#"{"todos":[{"content":"c"}],"merge":true}"#),
    (
        "checklist_update",
        r#"{"id":2,"status":"completed"}"#,
        "todo_write",
        r#"{"todos":[{"id":"2","status":"completed"}],"merge":true}"#,
    ),
    (
        "checklist_update",
        r#"{"todos":[{"content":"c"}]}"#,
        "todo_write",
        r#"{"todos":[{"content":"c"}]}"#,
    ),
    (
        "todo_update",
        r#"{"id":1,"status":"cancelled"}"#,
        "todo_write",
        r#"{"todos":[{"id":"1","status":"cancelled"}],"merge":true}"#,
    ),
    ("checklist_list", "{}", "todo_write", r#"{"todos":[],"merge":true}"#),
    ("todo_list", "", "todo_write", r#"{"todos":[],"merge":true}"#),
    ("tts", r#"{"text":"sos"}"#, "speech", r#"{"text":"sos"}"#),
    ("exec_wait", r#"{"id":1}"#, "exec_shell_wait", r#"{"id":1}"#),
];

#[test]
fn a_hidden_name_does_what_its_tool_does_byte_for_byte() {
    for (old, old_arguments, new, new_arguments) in TWINS {
        let outcomes = [(old, old_arguments), (new, new_arguments)].map(|(name, arguments)| {
            let codewhale = Codewhale::new();
            let before =
                codewhale.call("todo_write", r#"{"todos":[{"content":"a"},{"content":"b"}]}"#);
            assert!(before.is_success(), "{}", before.text());
            let started = codewhale.call("exec_shell", r#"{"command":"echo x","background":true}"#);
            assert!(started.is_success(), "{}", started.text());
            let outcome = codewhale.call(name, arguments);
            assert!(outcome.is_success(), "{name}: {}", outcome.text());
            assert_eq!(outcome.tool(), Some(new));
            (bytes(&outcome), codewhale.todos.of(&codewhale_tools::Agent::main()))
        });
        assert_eq!(outcomes[0], outcomes[1], "{old}");
        assert!(!outcomes[0].0.contains(NOTICE_KEY), "{old}");
    }
}

#[test]
fn a_deprecated_name_does_the_same_with_a_notice_in_metadata_alone() {
    let codewhale = Codewhale::new();
    codewhale.call("write_file", r#"{"path":"a","content":"one\ntwo\n"}"#);
    let old = codewhale.call("search_text", r#"{"query":"two"}"#);
    let new = codewhale.call("grep_files", r#"{"pattern":"two"}"#);
    assert_eq!(old.text(), new.text());
    assert_eq!(old.notice(), Some("deprecated: use grep_files instead"));
    assert_eq!(new.notice(), None);
    assert!(!old.text().contains("deprecated"));
    // The new argument's name was not there then.
    assert_eq!(
        codewhale.call("search_text", r#"{"pattern":"two"}"#).failure(),
        Some(FailureKind::BadArguments)
    );

    let lines = codewhale.call("replace_lines", r#"{"path":"a","first":2,"last":2,"text":"2"}"#);
    assert!(lines.is_success() && lines.notice().unwrap().contains("edit_file"), "{lines:?}");
}

#[test]
fn retired_names_run_nothing_and_say_how_to_go_on() {
    let codewhale = Codewhale::new();
    let names: Vec<_> = codewhale.registry().tombstones().collect();
    assert_eq!(names.len(), 11);
    for name in names {
        let outcome = codewhale.call(name.name(), r#"{"prompt":"x"}"#);
        assert_eq!(outcome.failure(), Some(FailureKind::Removed), "{}", name.name());
        assert!(!outcome.executed());
        let state = name.lifecycle();
        let way = state.replacement().or(state.note()).expect("a replacement or a hint");
        assert!(outcome.text().contains(way), "{}", outcome.text());
    }
}

#[test]
fn one_name_starts_agents() {
    let codewhale = Codewhale::new();
    let visible = codewhale.registry().names().iter().filter(|name| name.lifecycle().is_visible());
    let agents: Vec<_> =
        visible.map(NameRecord::name).filter(|name| name.contains("agent")).collect();
    assert_eq!(agents, ["agent"]);
}
