//! The tests that the reference asks for in its section 9, on this surface.

use std::collections::BTreeSet;

use codewhale_tools::{Agent, BUDGET};
use serde_json::Value;
use toolcrib::provider::Rule as Lint;
use toolcrib::search::{Mode, Query};
use toolcrib::{
    FailureKind, ManifestName, NOTICE_KEY, NameKind, NameRecord, NameState, Provider, Resolution,
};

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
        assert_eq!(row.state, NameState::Hidden, "{alias}");
        assert_eq!(
            (row.kind, row.planned_removal_version.as_deref()),
            (NameKind::Alias, None),
            "{alias}"
        );
        assert!(row.replay_supported, "{alias}");
        let table = manifest.to_markdown();
        let line = format!("| `{alias}` | `{replacement}` | hidden | {since} | TBD | Yes |");
        assert!(table.contains(&line), "{table}");
    }
}

#[test]
fn no_old_name_and_no_twin_is_active_anywhere() {
    let codewhale = Codewhale::new();
    let old: Vec<_> =
        codewhale.registry().names().iter().filter(|name| !name.lifecycle().is_visible()).collect();
    assert!(old.len() > 20);
    // The whole head, and the few tools of a first turn that a weak model is given.
    let few: &[&str] = &["read_file", "list_dir", "grep_files", "file_search", "tool_search"];
    for provider in Provider::ALL {
        for narrowed in [false, true] {
            let builder = codewhale.registry().surface().provider(provider).budget(BUDGET);
            let builder = if narrowed { builder.only(few.iter().copied()) } else { builder };
            let surface = builder.build().unwrap();
            assert!(surface.lint().iter().all(|finding| finding.rule != Lint::Twin), "{provider}");
            let report = surface.report();
            assert_eq!(report.head.tools, if narrowed { few.len() } else { 16 });
            for name in &old {
                let sent = report.tools.iter().any(|tool| tool.name == name.name());
                assert!(!sent, "{provider} {}", name.name());
            }
        }
    }
}

#[test]
fn a_tool_more_is_over_the_budget() {
    /// One more.
    #[toolcrib::tool(register = false)]
    fn one_more() {}

    let codewhale = Codewhale::with(toolcrib::RegistryBuilder::tool::<one_more>);
    let error = codewhale.registry().surface().budget(BUDGET).build().unwrap_err().to_string();
    assert!(error.contains("the head is over its budget: 17 tools of at most 16;"), "{error}");
}

#[test]
fn no_old_name_is_found_by_search_and_all_can_be_called() {
    let codewhale = Codewhale::new();
    for name in codewhale.registry().names().iter().filter(|one| !one.lifecycle().is_visible()) {
        let runs = name.lifecycle().policy().runs;
        let resolved = codewhale.registry().resolve(name.name());
        assert_eq!(matches!(resolved, Resolution::Tool { .. }), runs, "{}", name.name());
        for (query, mode) in
            [(format!("select:{}", name.name()), Mode::Auto), (name.name().to_owned(), Mode::Words)]
        {
            let found = codewhale.surface.search(&Query::parse(&query, mode).unwrap(), 50);
            assert!(found.hits.iter().all(|hit| hit.name != name.name()), "{query}");
            let sent = found.to_wire(Provider::Neutral);
            assert!(!sent.get().contains(&format!("\"{}\"", name.name())), "{query}: {sent}");
        }
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
    let head: Vec<Value> = serde_json::from_str(codewhale.surface.tools().get()).unwrap();
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

/// An old call, and the name and the arguments of today.
const TWINS: [(&str, &str, &str, &str); 15] = [
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
    (
        "exec_interact",
        r#"{"id":2,"input":"hello\n","timeout_ms":60000}"#,
        "exec_shell_interact",
        r#"{"id":2,"input":"hello\n","timeout_ms":60000}"#,
    ),
    ("search_text", r#"{"query":"two"}"#, "grep_files", r#"{"pattern":"two"}"#),
];

/// A call of a tool that another one has superseded, and the call of that one with the same effect.
const SUPERSEDED: [(&str, &str, &str, &str); 1] = [(
    "replace_lines",
    r#"{"path":"a","first":2,"last":2,"text":"2"}"#,
    "edit_file",
    r#"{"path":"a","search":"two","replace":"2"}"#,
)];

#[test]
fn every_old_name_that_runs_is_compared_with_what_replaces_it() {
    let manifest = Codewhale::new().registry().manifest();
    let old = |kind| {
        let of_kind = move |name: &&ManifestName| name.kind == kind && !name.state.is_visible();
        let names = manifest.names.iter().filter(of_kind);
        names
            .map(|name| (&*name.name, name.replacement.as_deref().unwrap()))
            .collect::<BTreeSet<_>>()
    };
    let compared = |calls: &[(&'static str, &str, &'static str, &str)]| {
        calls.iter().map(|(old, _, new, _)| (*old, *new)).collect::<BTreeSet<_>>()
    };
    assert_eq!(old(NameKind::Alias), compared(&TWINS));
    assert_eq!(old(NameKind::Tool), compared(&SUPERSEDED));
}

/// What a call answers in a workspace where some things were done before, and what it leaves behind.
fn after(name: &str, arguments: &str) -> (String, String) {
    let codewhale = Codewhale::new();
    for (name, arguments) in [
        ("todo_write", r#"{"todos":[{"content":"a"},{"content":"b"}]}"#),
        ("write_file", r#"{"path":"a","content":"one\ntwo\n"}"#),
        ("exec_shell", r#"{"command":"echo x","background":true}"#),
        ("exec_shell", r#"{"command":"cat","background":true}"#),
    ] {
        let before = codewhale.call(name, arguments);
        assert!(before.is_success(), "{}", before.text());
    }
    let outcome = codewhale.call(name, arguments);
    assert!(outcome.is_success(), "{name}: {}", outcome.text());
    let file = std::fs::read_to_string(codewhale.folder.path().join("a")).unwrap();
    let left = format!("{:?} {file}", codewhale.todos.of(&Agent::main()));
    (bytes(&outcome), left)
}

#[test]
fn an_old_name_does_what_its_tool_does_byte_for_byte() {
    let codewhale = Codewhale::new();
    for (old, old_arguments, new, new_arguments) in TWINS.iter().chain(&SUPERSEDED).copied() {
        let [(old_answer, old_left), (new_answer, new_left)] =
            [after(old, old_arguments), after(new, new_arguments)];
        assert_eq!(old_left, new_left, "{old}");
        assert!(!new_answer.contains(NOTICE_KEY), "{new}");
        if codewhale.registry().name(old).unwrap().lifecycle().state() == NameState::Hidden {
            assert_eq!(old_answer, new_answer, "{old}");
            continue;
        }
        let [old_answer, new_answer]: [Value; 2] =
            [old_answer, new_answer].map(|answer| serde_json::from_str(&answer).unwrap());
        let notice = old_answer["_meta"][NOTICE_KEY].as_str().unwrap();
        assert!(notice.contains(new), "{notice}");
        // A tool that is superseded has words of its own for the same effect.
        if TWINS.iter().any(|twin| twin.0 == old) {
            assert_eq!(
                old_answer["content"].to_string(),
                new_answer["content"].to_string(),
                "{old}"
            );
            assert_eq!(old_answer.get("structuredContent"), new_answer.get("structuredContent"));
        }
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
        // An error that a model can mend by itself, under the name to go on with.
        assert!(outcome.failure().is_some_and(FailureKind::is_correctable));
        let state = name.lifecycle();
        let canonical = codewhale.registry().resolve(name.name()).canonical();
        assert_eq!(canonical, state.replacement(), "{}", name.name());
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
    // What the redirected call lacks is said, so that the next one is right.
    let outcome = codewhale.call("agent_spawn", r#"{"prompt":"x"}"#);
    assert!(outcome.text().contains("`agent` needs `task`"), "{}", outcome.text());
}
