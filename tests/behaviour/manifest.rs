//! The manifest: stable bytes, read back, and a table for people.

use toolcrib::{Manifest, ManifestError, Registry, Tombstone, tool};

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
