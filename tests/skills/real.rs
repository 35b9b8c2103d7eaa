//! Ten skills as they are published, held against the tools of the codewhale example.

use std::fs;
use std::path::{Path, PathBuf};

use codewhale_tools::{Agents, Jobs, Plans, TodoLists, Workspace};
use toolcrib::references::Names;
use toolcrib::skills::{Discovery, discover, validate};
use toolcrib::{Registry, Tombstone};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/skills")
}

/// The names of the example, its tombstones among them.
fn codewhale() -> Names {
    let folder = tempfile::tempdir().unwrap();
    let registry = Registry::builder()
        .collect()
        .expect_crates(["codewhale_tools"])
        .state(Workspace::new(folder.path()).unwrap())
        .state(Jobs::default())
        .state(TodoLists::default())
        .state(Plans::default())
        .state(Agents::default())
        .build()
        .unwrap();
    Names::of(&registry.manifest())
}

/// What is told, as folder, line and column.
fn told(found: &Discovery) -> Vec<String> {
    let lines = found.diagnostics.iter().map(|diagnostic| {
        let folder = Path::new(&diagnostic.file).parent().unwrap().file_name().unwrap();
        format!("{}:{}:{}", folder.to_str().unwrap(), diagnostic.line, diagnostic.column)
    });
    lines.collect()
}

#[test]
fn none_names_what_codewhale_retired() {
    // They are of the time after the names went: what they name is `agent`, which replaced them.
    for names in [codewhale(), codewhale().plain_words(true)] {
        let found = discover(&names, &[root()]);
        let names: Vec<_> = found.skills.iter().map(|one| &*one.skill.name).collect();
        assert_eq!(
            names,
            [
                "best-of-n",
                "delegate",
                "fleet-manager",
                "handoff",
                "internal-comms",
                "mcp-builder",
                "plan",
                "review",
                "skill-creator",
                "webapp-testing",
            ]
        );
        assert_eq!(found.diagnostics, []);
    }
}

#[test]
fn one_with_an_older_name_is_left_out() {
    let text = fs::read_to_string(root().join("codewhale/delegate/SKILL.md")).unwrap();
    let older = text.replace("Use `agent` for", "Use `agent_spawn` for");
    let validated = validate(&codewhale(), "delegate", older.as_bytes());
    assert_eq!(validated.skill, None);
    let told: Vec<_> = validated.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["delegate/SKILL.md:33:6: error: `agent_spawn` is retired since 0.8.33; use `agent` \
          instead; the skill is left out"]
    );
}

#[test]
fn what_they_do_name_is_found_once_it_is_retired() {
    let gone = ["agent", "create_goal"].map(|name| Tombstone::new(name, "1.0.0"));
    let names = Names::of(&Registry::builder().retired(gone).build().unwrap().manifest());
    let found = discover(&names, &[root()]);
    assert_eq!(
        told(&found),
        ["best-of-n:28:28", "best-of-n:33:46", "best-of-n:48:67", "delegate:33:6"]
    );
    assert_eq!(found.skills.len(), 8);

    // As an ordinary word it stands in four more places; `Sub-agent`, `Agent` and `agents/` are none.
    let found = discover(&names.plain_words(true), &[root()]);
    let more = ["skill-creator:327", "delegate:3", "fleet-manager:10"];
    let told = told(&found);
    assert!(more.iter().all(|place| told.iter().any(|one| one.starts_with(place))), "{told:?}");
    assert_eq!(told.len(), 7, "{told:?}");
}

#[test]
fn ordinary_words_are_no_names_in_them() {
    const WORDS: [&str; 40] = [
        "agent", "bash", "browser", "call", "check", "code", "command", "create", "data",
        "delegate", "edit", "exec", "fetch", "file", "find", "handoff", "issue", "list", "message",
        "open", "patch", "plan", "read", "report", "result", "review", "run", "say", "script",
        "search", "server", "shell", "skill", "spawn", "task", "test", "tool", "update", "wait",
        "write",
    ];
    let gone = WORDS.map(|name| Tombstone::new(name, "1.0.0"));
    let names = Names::of(&Registry::builder().retired(gone).build().unwrap().manifest());
    let found = discover(&names, &[root()]);
    // Each is one: `agent` in backticks, and a value in quotes within code.
    assert_eq!(
        told(&found),
        ["best-of-n:33:46", "best-of-n:48:67", "best-of-n:99:13", "delegate:33:6"]
    );
    assert_eq!(found.skills.len(), 8);
}
