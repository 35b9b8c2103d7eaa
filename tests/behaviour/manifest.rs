//! The manifest: stable bytes, read back, and a table for people.

use toolcrib::{Manifest, ManifestError, NameKind, NameState, Registry, Tombstone, tool};

/// Wait.
#[tool(
    register = false,
    alias(name = "exec_wait", lifecycle = "hidden", since = "0.8.53"),
    alias(
        name = "wait",
        lifecycle = "deprecated",
        since = "0.9.0",
        remove_in = "1.0.0",
        note = "a|b"
    )
)]
fn exec_shell_wait() {}

fn manifest() -> Manifest {
    let gone = Tombstone::new("python_eval", "3.0.21").replacement("exec_shell_wait");
    Registry::builder().tool::<exec_shell_wait>().retired([gone]).build().unwrap().manifest()
}

#[test]
fn it_is_read_back() {
    let json = manifest().to_json();
    assert_eq!(manifest().to_json(), json);
    assert_eq!(Manifest::from_json(&json).unwrap(), manifest());
    let wait = r#"{
      "name": "wait",
      "kind": "alias",
      "tool": "exec_shell_wait",
      "replacement": "exec_shell_wait",
      "state": "deprecated",
      "since": "0.9.0",
      "first_deprecated_version": "0.9.0",
      "planned_removal_version": "1.0.0",
      "replay_supported": true,
      "note": "a|b",
"#;
    assert!(json.contains(wait), "{json}");
    assert!(json.contains(r#""file": "tests/behaviour/manifest.rs""#), "{json}");
}

#[test]
fn it_is_a_table() {
    let markdown = manifest().to_markdown();
    let lines: Vec<_> = markdown.lines().collect();
    assert_eq!(lines.len(), 6);
    for (line, start) in [
        (2, "| `exec_shell_wait` | – | active | – | – | Yes | tests/behaviour/manifest.rs:"),
        (3, "| `exec_wait` | `exec_shell_wait` | hidden | 0.8.53 | TBD | Yes |"),
        (4, "| `python_eval` | `exec_shell_wait` | removed | 3.0.21 | – | No |"),
        (5, "| `wait` | `exec_shell_wait` | deprecated | 0.9.0 | 1.0.0 | Yes |"),
    ] {
        let found = lines.iter().skip(2).any(|one| one.starts_with(start));
        assert!(found, "{line}: {start}\n{markdown}");
    }
}

#[test]
fn what_is_no_manifest_is_refused() {
    assert!(matches!(Manifest::from_json("{}"), Err(ManifestError::Json(_))));
    assert!(matches!(Manifest::from_json("\u{1b}"), Err(ManifestError::Json(_))));
    let later = manifest().to_json().replace("\"format\": 1", "\"format\": 2");
    let error = Manifest::from_json(&later).unwrap_err();
    assert!(error.to_string().contains("format 2"), "{error}");
}

/// What is said of the manifest with this in place of that.
fn refused(from: &str, to: &str) -> String {
    let json = manifest().to_json();
    assert!(json.contains(from), "{from} is not in {json}");
    Manifest::from_json(&json.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn a_word_that_stands_for_nothing_is_refused_with_its_place() {
    for word in ["retired", "Removed", "REMOVED", "", "live", "removed ", r"x\u001b[2J\n\u202e"] {
        let error = refused("\"state\": \"removed\"", &format!("\"state\": \"{word}\""));
        let list = "is not a valid state: write `active`, `deferred`, `hidden`, `deprecated` or `removed` at line ";
        assert!(error.contains(list), "{error}");
        assert!(!error.contains(|c: char| c.is_control() || c == '\u{202e}'), "{error:?}");
    }
    let line = manifest().to_json().lines().position(|line| line.contains("\"removed\"")).unwrap();
    let error = refused("\"state\": \"removed\"", "\"state\": \"retired\"");
    assert!(error.contains("`retired` is not a valid state"), "{error}");
    assert!(error.contains(&format!("at line {} column ", line + 1)), "{error}");
    assert!(refused("\"state\": \"removed\"", "\"state\": null").contains("expected a string"));
    assert!(
        refused("\"kind\": \"tombstone\"", "\"kind\": \"retired\"").contains("expected one of")
    );
    assert!(refused("\"kind\": \"tool\"", r#""kind": "\u001b""#).contains("expected one of"));
}

#[test]
fn what_contradicts_itself_is_refused() {
    for (from, to, said) in [
        (
            "\"state\": \"removed\"",
            "\"state\": \"active\"",
            "`python_eval` is a tombstone or `removed`, and",
        ),
        (
            "\"state\": \"hidden\"",
            "\"state\": \"removed\"",
            "`exec_wait` is a tombstone or `removed`, and",
        ),
        (
            "\"state\": \"hidden\"",
            "\"state\": \"active\"",
            "`exec_wait` is an alias, which is `hidden` or",
        ),
        ("\"name\": \"wait\"", "\"name\": \"exec_wait\"", "`exec_wait` is there twice"),
        (
            "\"tool\": null",
            "\"tool\": \"exec_shell_wait\"",
            "`python_eval` needs its `tool`, unless",
        ),
        (
            "\"tools\": [\n    {\n      \"name\": \"exec_",
            "\"tools\": [\n    {\n      \"name\": \"Exec_",
            "`Exec_shell_wait` is that of",
        ),
    ] {
        let error = refused(from, to);
        assert!(error.starts_with("the manifest's name ") && error.contains(said), "{error}");
    }
}

#[test]
fn states_are_the_words_of_the_lifecycle() {
    for name in &manifest().names {
        assert_eq!(name.state.as_str().parse(), Ok(name.state));
        assert_eq!(name.state == NameState::Removed, name.kind == NameKind::Tombstone);
    }
    let words = NameState::ALL.map(|state| state.to_string());
    assert_eq!(words, ["active", "deferred", "hidden", "deprecated", "removed"]);
}
