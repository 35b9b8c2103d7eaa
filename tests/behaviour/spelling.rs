//! Names in another spelling, and old names that look like nothing that a provider takes.

use toolcrib::{
    FailureKind, Manifest, NameKind, Registry, Resolution, Rule, Surface, Tombstone, tool,
};

use super::call;

/// Run a command.
#[tool(
    register = false,
    alias(name = "container.exec", lifecycle = "deprecated", note = "it was renamed"),
    alias(name = "run|`shell`", lifecycle = "hidden"),
    alias(name = "führe_aus"),
    alias(name = "local_shell"),
    alias(name = "old_shell", lifecycle = "deprecated")
)]
fn bash(command: String) -> String {
    format!("ran {command}")
}

/// Read a file.
#[tool(register = false, lifecycle = "deferred")]
fn read_file(path: String) -> String {
    path
}

/// Read a file, as it was done before.
#[tool(register = false, lifecycle = "deprecated", replacement = "read_file")]
fn cat_file(path: String) -> String {
    path
}

const LONG: &str = "github.com/an-organisation-with-a-long-name/a-repository-with-a-long-name/\
                    get_the_contents_of_a_file_at_a_commit";

fn registry() -> Registry {
    let gone = [
        Tombstone::new("python_eval", "3.0.21").replacement("bash").hint("run python3 -c '…'"),
        Tombstone::new("web.run", "2.0.0"),
        Tombstone::new("run python", "1.0.0").replacement("bash"),
        Tombstone::new("a/b|`c`", "1.0.0"),
        Tombstone::new(LONG, "1.0.0").replacement("read_file"),
        // Two of one spelling.
        Tombstone::new("agent-wait", "1.0.0"),
        Tombstone::new("agent_wait", "1.1.0"),
    ];
    let builder = Registry::builder().tool::<bash>().tool::<read_file>().tool::<cat_file>();
    builder.retired(gone).build().unwrap()
}

/// What becomes of a call: what failed, and what is near.
fn answer(surface: &Surface, name: &str) -> (Option<FailureKind>, Vec<String>) {
    let outcome = call(surface, name, r#"{"command": "ls", "path": "ls"}"#);
    assert_eq!(outcome.called(), name);
    let details = outcome.meta().iter().map(|(_, details)| details);
    let near = details.filter_map(|details| details["near"].as_array()).flatten();
    let near = near.map(|name| name.as_str().unwrap().to_owned()).collect();
    assert!(!outcome.executed());
    (outcome.failure(), near)
}

/// For each state its name and other spellings: only a visible name runs by its spelling, a retired one
/// is answered as retired, any other is unknown, and only what may be called instead is told.
#[test]
fn nothing_but_a_visible_name_runs_by_its_spelling() {
    let registry = registry();
    let surface = registry.surface().build().unwrap();
    for (name, spellings) in [("bash", ["Bash", "BASH"]), ("read_file", ["ReadFile", "read-file"])]
    {
        for spelling in spellings {
            let outcome = call(&surface, spelling, r#"{"command": "ls"}"#);
            assert_eq!(outcome.tool(), Some(name), "{spelling}");
        }
    }
    for (spellings, near) in [
        // An alias, hidden or deprecated.
        (["LocalShell", "local-shell"], "bash"),
        (["OldShell", "OLD_SHELL"], "bash"),
        (["Container.Exec", "CONTAINER.EXEC"], "bash"),
        // A tool that has a replacement.
        (["CatFile", "cat-file"], "read_file"),
    ] {
        for spelling in spellings {
            let told = (Some(FailureKind::Unknown), vec![near.to_owned()]);
            assert_eq!(answer(&surface, spelling), told, "{spelling}");
            assert!(matches!(registry.resolve(spelling), Resolution::Unknown));
        }
    }
    for (name, spellings) in [
        ("python_eval", ["Python-Eval", "PYTHON_EVAL", "pythonEval"]),
        ("run python", ["RunPython", "run_python", "RUN PYTHON"]),
        ("web.run", ["Web.run", "WEB.RUN", "web.Run"]),
    ] {
        for spelling in spellings {
            assert_eq!(answer(&surface, spelling), (Some(FailureKind::Removed), vec![]));
            assert!(
                matches!(registry.resolve(spelling), Resolution::Removed(one) if one.name() == name)
            );
        }
    }
    // There are two, and neither is meant more than the other.
    assert_eq!(answer(&surface, "AgentWait").0, Some(FailureKind::Unknown));
}

#[test]
fn a_retired_name_in_another_spelling_is_answered_in_full() {
    let registry = registry();
    let surface = registry.surface().build().unwrap();
    let outcome = call(&surface, "Python-Eval", r#"{"code": "1+1"}"#);
    assert_eq!(
        outcome.text(),
        "`Python-Eval` is `python_eval`, which is retired since 3.0.21, and did not run; use `bash` \
         instead\nrun python3 -c '…'\n`bash` needs `command`\n`bash` does not take `code`\n\
         expected: `command` (string)"
    );
    let (_, details) = &outcome.meta()[0];
    assert_eq!(
        (&details["name"], &details["retired_in"]),
        (&"python_eval".into(), &"3.0.21".into())
    );
    let used = registry.usage().find(|usage| usage.name == "python_eval").unwrap();
    assert_eq!(used.calls, 1);
}

#[test]
fn a_denied_tool_is_denied_in_any_spelling_of_any_of_its_names() {
    let rule = Rule::without(["bash"]).because("not in this mode");
    let surface = registry().surface().rule(rule).build().unwrap();
    for name in ["bash", "Bash", "local_shell", "LocalShell", "container.exec", "Container.Exec"] {
        assert_eq!(answer(&surface, name), (Some(FailureKind::Denied), vec![]), "{name}");
        assert_eq!(surface.denial(name), Some("not in this mode"), "{name}");
    }
    // What is retired for it does not name it.
    let outcome = call(&surface, "PythonEval", "{}");
    assert_eq!(outcome.failure(), Some(FailureKind::Removed));
    assert!(!outcome.text().contains("bash"), "{}", outcome.text());
}

#[test]
fn names_that_are_never_sent_are_whatever_was_called() {
    let registry = registry();
    let surface = registry.surface().build().unwrap();
    for name in ["container.exec", "run|`shell`", "führe_aus"] {
        let outcome = call(&surface, name, r#"{"command": "ls"}"#);
        assert_eq!((outcome.called(), &*outcome.text()), (name, "ran ls"));
        assert_eq!(registry.names_of(name).next(), Some("bash"));
        let denied = registry.surface().without([name]).build().unwrap();
        assert!(denied.denial("bash").is_some(), "{name}");
    }
    for name in ["web.run", "run python", "a/b|`c`", LONG] {
        assert_eq!(answer(&surface, name).0, Some(FailureKind::Removed), "{name}");
        assert!(call(&surface, name, "{}").text().contains(name));
    }
    // None of them is sent.
    assert_eq!(surface.tools().get().matches(r#""name":"#).count(), 1);
    let notice = "deprecated: use bash instead (it was renamed)";
    assert_eq!(call(&surface, "container.exec", r#"{"command": "ls"}"#).notice(), Some(notice));
}

#[test]
fn a_manifest_holds_odd_names_as_they_are() {
    let manifest = registry().manifest();
    let read = Manifest::from_json(&manifest.to_json()).unwrap();
    assert_eq!(read, manifest);
    assert_eq!(read.name("run|`shell`").unwrap().kind, NameKind::Alias);
    assert_eq!(read.find("Web.Run").unwrap().name, "web.run");
    let table = manifest.to_markdown();
    for cell in [
        "| `container.exec` |",
        "| `` run\\|`shell` `` |",
        "| `` a/b\\|`c` `` |",
        "| `run python` |",
    ] {
        assert!(table.contains(cell), "{cell}: {table}");
    }
    let bars = |line: &str| line.replace("\\|", "").matches('|').count();
    assert!(table.lines().all(|line| bars(line) == 8), "{table}");
}

#[test]
fn names_that_cannot_be_kept_are_told_when_the_registry_is_built() {
    let gone = ["", "a\u{1b}b", " a", "web\u{200b}run"].map(|name| Tombstone::new(name, "1.0.0"));
    let error = Registry::builder().retired(gone).build().unwrap_err().to_string();
    for why in [
        "`` is no tool name: a tool name cannot be empty",
        "`a\\u{1b}b` is no tool name: an old name is made of printable characters, and '\\u{1b}' is not one",
        "` a` is no tool name: an old name does not begin or end with a space",
        "`web\\u{200b}run` is no tool name",
    ] {
        assert!(error.contains(why), "{why}: {error}");
    }
}

#[test]
fn a_megabyte_of_a_name_is_answered_in_a_line() {
    let surface = registry().surface().build().unwrap();
    for name in
        ["x".repeat(1 << 20), "bash ".repeat(1 << 18), format!("bash({}", "x".repeat(1 << 20))]
    {
        let outcome = call(&surface, &name, "{}");
        assert_eq!(outcome.failure(), Some(FailureKind::Unknown));
        assert!(outcome.text().len() < 500, "{}", outcome.text());
    }
    let near = surface.near(&format!("bash({}", "x".repeat(1 << 20)));
    assert_eq!(near, ["bash"]);
}
