//! Names, texts and paths that would steer a terminal, or forge lines.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::place::{Place, Ran};

const EVIL: &str = "x\u{1b}[2J\u{1b}]0;t\u{7}\r\nerror: forged\u{9b}1m\u{202e}\u{7f}";

/// Whether a text has nothing in it but text and line breaks.
fn assert_plain(ran: &Ran, arguments: &[&str]) {
    let is_unfit =
        |c: char| c != '\n' && (c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c));
    for text in [&ran.out, &ran.err] {
        assert!(!text.contains(is_unfit), "{arguments:?}: {text:?}");
        assert!(
            !text.lines().any(|line| line.starts_with("error: forged")),
            "{arguments:?}: {text}"
        );
    }
}

fn hostile_manifest() -> String {
    let name = |name: &str, kind: &str, state: &str| {
        json!({
            "name": name, "kind": kind, "tool": (kind == "tool").then_some(name),
            "replacement": EVIL, "state": state, "since": EVIL, "first_deprecated_version": EVIL,
            "planned_removal_version": EVIL, "replay_supported": true, "note": EVIL,
            "origin": { "crate": EVIL, "file": EVIL, "line": 1 },
        })
    };
    let schema = json!({ "type": EVIL, "properties": { EVIL: { "description": EVIL } } });
    let names = [
        name("run", "tool", "active"),
        name(EVIL, "tool", "deferred"),
        name("old", "tombstone", "removed"),
    ];
    let tool = |name: &str| json!({ "name": name, "description": EVIL, "input_schema": schema });
    json!({ "format": 1, "names": names, "tools": [tool("run"), tool(EVIL)] }).to_string()
}

#[test]
fn a_manifest_steers_no_terminal() {
    let place = Place::empty();
    place.write("tools.manifest.json", hostile_manifest());
    for format in ["text", "json", "markdown"] {
        for arguments in [
            &["tools", "list"][..],
            &["tools", "names"],
            &["tools", "manifest"],
            &["tools", "show", "run"],
            &["tools", "show", "old"],
            &["tools", "show", EVIL],
            &["tools", "show", "ron"],
            &["tools", "search", "forged"],
            &["doctor", "--release", "1.0.0"],
        ] {
            let arguments = [arguments, &["--format", format]].concat();
            let ran = place.run(&arguments);
            assert_plain(&ran, &arguments);
            if format == "json" && !ran.out.is_empty() {
                serde_json::from_str::<serde_json::Value>(&ran.out).expect("it is JSON");
            }
        }
    }
    // A state that is none is refused, and repeated as harmlessly.
    place.write("bad.json", hostile_manifest().replace("\"removed\"", &json!(EVIL).to_string()));
    let arguments = ["--manifest", "bad.json", "tools", "list"];
    let ran = place.run(&arguments);
    assert_plain(&ran, &arguments);
    assert_eq!((ran.code, &*ran.out), (2, ""), "{ran:?}");
    assert!(ran.err.contains("is not a valid state: write `active`"), "{ran:?}");
    // What is escaped in JSON is the same when it is read.
    let json = place.json(0, &["tools", "show", "run"]);
    assert_eq!(json["tool"]["description"], EVIL);
}

#[test]
fn arguments_steer_no_terminal() {
    let place = Place::new();
    let option = format!("--{EVIL}");
    for arguments in [
        &[EVIL][..],
        &["tools", EVIL],
        &["tools", "list", &option],
        &["tools", "list", "--format", EVIL],
        &["tools", "search", "--limit", EVIL],
    ] {
        // As a terminal gets it: nothing is stripped.
        let mut ran = Ran::of(place.command(arguments).env("CLICOLOR_FORCE", "1"));
        for style in ["0", "1", "4", "31", "32", "33"] {
            ran.err = ran.err.replace(&format!("\u{1b}[{style}m"), "");
        }
        assert_plain(&ran, arguments);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.starts_with("error: ") && ran.err.ends_with("try '--help'.\n"), "{ran:?}");
    }
}

#[cfg(unix)]
#[test]
fn files_and_folders_steer_no_terminal() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let place = Place::new();
    let skill = format!(
        "---\nname: {EVIL:?}\ndescription: \"Runs. \\e[2J \\x9b\"\nallowed-tools: [\"spawn_agent\\e[2J\", spawn_agent]\n---\n"
    );
    let evil = EVIL.replace('/', "_");
    let bytes = OsStr::from_bytes(b"not-utf8-\xff\x1b[2J");
    for folder in [Path::new(&evil), Path::new(bytes)] {
        place.write(Path::new("store").join(folder).join("skills/s/SKILL.md"), &skill);
        place.write(Path::new("skills").join(folder).join("SKILL.md"), &skill);
    }
    place.write(format!("{evil}.md"), "Call `spawn_agent`.\n");
    for format in ["text", "json", "markdown"] {
        for arguments in [
            &["skills", "check", "skills"][..],
            &["skills", "check", &format!("{evil}.md")],
            &["skills", "check", &format!("{evil}.none")],
            &["plugins", "list", "--store", "store"],
            &["plugins", "retired", "--store", "store"],
            &["plugins", "cleanup", "--store", "store"],
            &["plugins", "list", "--store", &evil],
            &["plugins", "restore", "--store", "store", &evil],
            &["doctor", "--store", "store", "--skills", "skills", "--repair"],
            &["--manifest", &evil, "tools", "list"],
        ] {
            let arguments = [arguments, &["--format", format]].concat();
            let ran = place.run(&arguments);
            assert_plain(&ran, &arguments);
            assert!(!ran.out.is_empty() || !ran.err.is_empty(), "{arguments:?}");
        }
    }
    let cleanup = ["plugins", "cleanup", "--store", "store", "--yes"];
    assert_plain(&place.run(&cleanup), &cleanup);
    // The one whose name is not UTF-8 is told, and stays.
    let left: Vec<_> = fs::read_dir(place.path().join("store")).unwrap().collect();
    assert!(left.iter().any(|entry| entry.as_ref().unwrap().file_name() == bytes));
}

#[cfg(unix)]
#[test]
fn paths_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let place = Place::new();
    let folder = OsStr::from_bytes(b"skills-\xff");
    place
        .write(Path::new(folder).join("run/SKILL.md"), "---\nname: run\ndescription: Runs.\n---\n");
    fs::rename(
        place.path().join("tools.manifest.json"),
        place.path().join(OsStr::from_bytes(b"\xfe")),
    )
    .unwrap();
    let mut command = place.command(&["skills", "check", "--manifest"]);
    let ran = Ran::of(command.arg(OsStr::from_bytes(b"\xfe")).arg(folder));
    assert_eq!((ran.code, &*ran.out), (0, "1 skill: 0 errors, 0 warnings, 0 notes\n"), "{ran:?}");
}
