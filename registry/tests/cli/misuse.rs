//! What cannot be worked with: code 2, nothing on stdout, and a message with the way out.

use super::place::{MANIFEST, Place};

/// The message of a command that fails.
fn refused(place: &Place, arguments: &[&str]) -> String {
    let ran = place.run(arguments);
    assert_eq!((ran.code, &*ran.out), (2, ""), "{arguments:?}: {ran:?}");
    assert!(ran.err.starts_with("error: ") && ran.err.ends_with('\n'), "{ran:?}");
    ran.err["error: ".len()..].trim_end().to_owned()
}

#[test]
fn a_manifest_that_is_missing_or_none() {
    let place = Place::empty();
    let message = refused(&place, &["tools", "list"]);
    assert!(message.starts_with("cannot read tools.manifest.json: "), "{message}");
    assert!(
        message.ends_with(
            "; have the agent's own program write `registry.manifest().to_json()` to a file, and \
             give that with --manifest FILE"
        ),
        "{message}"
    );
    place.write("a-folder/x", "");
    let deep = format!("{{\"format\": 1, \"names\": {}", "[".repeat(200_000));
    for (file, text, why) in [
        ("prose", &b"Dear reader"[..], "this is no manifest: expected value at line 1 column 1"),
        ("empty", b"", "this is no manifest: EOF while parsing a value at line 1 column 0"),
        ("list", b"[]", "this is no manifest: "),
        ("bytes", b"{\"format\": 1, \"names\": \"\xff\"}", "it is not UTF-8"),
        ("deep", deep.as_bytes(), "this is no manifest: "),
        (
            "later",
            br#"{"format": 99, "names": []}"#,
            "the manifest has format 99, and this version of toolcrib reads 1: update toolcrib",
        ),
    ] {
        place.write(file, text);
        let message = refused(&place, &["--manifest", file, "tools", "list"]);
        assert!(message.starts_with(&format!("cannot read {file}: {why}")), "{message}");
    }
    let message = refused(&place, &["--manifest", "a-folder", "tools", "list"]);
    assert!(message.starts_with("cannot read a-folder: "), "{message}");
    let large = std::fs::File::create(place.path().join("large")).unwrap();
    large.set_len((64 << 20) + 1).unwrap();
    let message = refused(&place, &["--manifest", "large", "tools", "list"]);
    assert_eq!(message, "cannot read large: it has more than 64 MiB");
    assert_eq!(
        refused(&place, &["--manifest", "-", "tools", "list"]),
        "cannot read stdin: this is no manifest: EOF while parsing a value at line 1 column 0"
    );
}

#[test]
fn tools_that_are_not_there() {
    let place = Place::new();
    assert_eq!(
        refused(&place, &["tools", "show", "exec_shel"]),
        "there is no tool `exec_shel`; did you mean `exec_shell`?"
    );
    assert_eq!(
        refused(&place, &["tools", "show", "ReadFile"]),
        "there is no tool `ReadFile`; did you mean `read_file`?"
    );
    assert_eq!(
        refused(&place, &["tools", "show", "xyzzy\u{1b}[2J"]),
        "there is no tool `xyzzy\\u{1b}[2J`: `tools names` lists all names"
    );
}

#[test]
fn queries_that_cannot_be_run() {
    let place = Place::new();
    assert_eq!(
        refused(&place, &["tools", "search", " "]),
        "the query is empty: say in words what the tool should do"
    );
    let message = refused(&place, &["tools", "search", "/(/"]);
    assert!(message.starts_with("this is not a regular expression: "), "{message}");
    let message = refused(&place, &["tools", "search", &"x".repeat(501)]);
    assert!(message.starts_with("a query has at most 500 characters"), "{message}");
}

#[test]
fn paths_that_are_not_what_they_should_be() {
    let place = Place::new();
    place.write("file", "");
    let no_store =
        "there is no store to look at: give a folder that holds plugins with --store DIR";
    for command in ["list", "retired", "cleanup"] {
        assert_eq!(refused(&place, &["plugins", command]), no_store);
        let message = refused(&place, &["plugins", command, "--store", "missing"]);
        assert!(message.starts_with("cannot open missing: "), "{message}");
        assert_eq!(
            refused(&place, &["plugins", command, "--store", "file"]),
            "file is not a folder: give the folder that holds the plugins"
        );
    }
    assert_eq!(refused(&place, &["plugins", "restore", "2026-12-01-1"]), no_store);
    assert_eq!(
        refused(&place, &["skills", "check"]),
        "there is nothing to check: give a folder with skills"
    );
    let message = refused(&place, &["skills", "check", "missing"]);
    assert!(message.starts_with("cannot read missing: "), "{message}");
    let message = refused(&place, &["doctor", "--skills", "file"]);
    assert_eq!(message, "cannot read file: it is not a folder");
    let message = refused(&place, &["doctor", "--prompt", "missing"]);
    assert!(message.starts_with("cannot read missing: "), "{message}");
    assert_eq!(
        refused(&place, &["doctor", "--release", "new"]),
        "`new` is no version: write it as 1.2.3"
    );
}

#[test]
fn cleanups_that_are_not_in_the_trash() {
    let place = Place::new();
    place.plugin("store", "old", "spawn_agent");
    place.json(0, &["plugins", "cleanup", "--store", "store", "--yes"]);
    for id in ["2020-01-01-1", "..", "/", ""] {
        for command in ["restore", "purge"] {
            let message = refused(&place, &["plugins", command, "--store", "store", id]);
            let start = format!("the trash has no cleanup `{id}`: it has `20");
            assert!(message.starts_with(&start), "{message}");
        }
    }
}

#[test]
fn arguments_that_are_none() {
    let place = Place::new();
    for (arguments, part) in [
        (&["tools", "lst"][..], "a similar subcommand exists: 'list'"),
        (&["tools", "list", "--format", "xml"], "[possible values: text, json, markdown]"),
        (&["tools", "list", "--state", "gone"], "invalid value 'gone'"),
        (&["tools", "search"], "<QUERY>..."),
        (&["tools", "search", "--limit", "21", "x"], "21 is not in 1..=20"),
        (&["plugins", "purge", "--store", "s"], "<CLEANUP>..."),
        (&["doctor", "--yes"], "--repair"),
        (&["--manifest"], "a value is required"),
    ] {
        let message = refused(&place, arguments);
        assert!(message.contains(part), "{arguments:?}: {message}");
    }
    // Help is asked for, or needed.
    assert_eq!(place.run(&[]).code, 2);
    assert!(place.run(&["tools"]).err.contains("Usage: toolcrib tools"));
    assert_eq!(place.out(0, &["--version"]), format!("toolcrib {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(place.run(&["tools", "manifest"]).out, MANIFEST);
}
