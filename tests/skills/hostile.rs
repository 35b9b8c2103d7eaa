//! Files that nobody writes by accident: bounded, without panic, and with nothing unprintable told.

use proptest::prelude::*;
use toolcrib::references::{FileKind, Names, Site};
use toolcrib::skills::validate;
use toolcrib::{Manifest, Registry};

use super::{found, manifest, names};

const KINDS: [FileKind; 10] = [
    FileKind::Skill,
    FileKind::Agent,
    FileKind::Command,
    FileKind::Hooks,
    FileKind::Settings,
    FileKind::Plugin,
    FileKind::Mcp,
    FileKind::Markdown,
    FileKind::About,
    FileKind::Text,
];

/// Runs everything over a text, and looks at all that is told.
fn survives(names: &Names, bytes: &[u8]) {
    let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).count();
    for kind in KINDS {
        let references = names.find(kind, "a\u{1b}[31m\nb", bytes);
        assert!(references.len() <= 1000);
        assert!(references.is_sorted_by_key(|one| (one.line, one.column)));
        for reference in &references {
            assert!(reference.line as usize <= lines && reference.column > 0);
            printable(&reference.to_string());
        }
    }
    let validated = validate(names, "folder\u{7}", bytes);
    assert!(validated.skill.is_some() || !validated.diagnostics.is_empty());
    validated.diagnostics.iter().for_each(|one| printable(&one.to_string()));
    if let Some(skill) = validated.skill {
        let all = [skill.name, skill.description].concat();
        assert!(!all.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\t')), "{all:?}");
    }
}

fn printable(line: &str) {
    assert!(!line.contains(|c: char| c.is_control() || c == '\u{202e}'), "{line:?}");
}

#[test]
fn large_and_deep_texts_are_bounded() {
    let names = names();
    let size = 200 << 10;
    for unit in [
        "python_eval ",
        "`task` ",
        "`",
        "*a",
        "[",
        "](",
        "<",
        "<!--",
        "> ",
        "- ",
        "\\",
        "&",
        "|",
        "\n",
        "\r",
        "\0",
        "\t",
        "---\n",
        "```\n",
        "a: ",
        "{\"a\":",
        "\"",
        "é",
        "[^a]: ",
        "<!-- toolcrib: allow task -->",
        "![[",
        "_*",
        "call the task tool ",
        "task {",
        "\"name\": \"task\"",
        "use       \n      task",
    ] {
        let body = unit.repeat(size / unit.len());
        survives(&names, body.as_bytes());
        let open = format!(
            "---\nname: a\ndescription: d\nx: {}",
            &body[..body.floor_char_boundary(60_000)]
        );
        survives(&names, open.as_bytes());
        survives(&names, format!("{open}\n---\n`python_eval`").as_bytes());
        let listed =
            format!("---\ntools: \"{}\"\n---\n", &body[..body.floor_char_boundary(60_000)]);
        survives(&names, listed.as_bytes());
    }
}

#[test]
fn ten_megabytes_are_searched() {
    let mut text = "Some words of a text, none of them a name.\n".repeat(250_000);
    text.push_str("`python_eval`");
    assert!(text.len() > 10 << 20);
    assert_eq!(found(FileKind::Markdown, &text), ["250001:2 warning python_eval"]);
    let references = names().find(FileKind::Markdown, "f", text.as_bytes());
    assert_eq!(references[0].site, Site::Text);
    let mut broken = text.into_bytes();
    broken[5] = 0xFF;
    broken[6] = 0;
    // No length gets a skill past the rule.
    assert_eq!(found(FileKind::Skill, &broken), ["250001:2 error python_eval"]);
}

#[test]
fn frontmatter_tricks_are_told() {
    for (text, why) in [
        ("---\nname: a", "does not end"),
        ("---\nname: a\n--- a\n", "does not end"),
        ("---\na: &a [*a, *b]\nb: [\n---\n", "cannot be read"),
        ("---\nb: [a\n---\n", "cannot be read"),
    ] {
        let references = names().find(FileKind::Skill, "f", text.as_bytes());
        assert!(references[0].to_string().contains(why), "{text:?} {references:?}");
        assert_eq!(references[0].site, Site::Frontmatter);
    }
    // A line of hyphens within the body ends nothing.
    let text = "---\ntools: bash\n---\n\n---\ntools: python_eval\n---\n`task`\n";
    assert_eq!(found(FileKind::Skill, text), ["6:8 error python_eval", "8:2 error task"]);
}

#[test]
fn names_of_a_manifest_are_not_trusted() {
    let json = manifest().to_json();
    let bad = json.replace("\"python_eval\"", "\"\"").replace("\"task\"", "\"a b\\u001b[31m\"");
    let names = Names::of(&Manifest::from_json(&bad).unwrap());
    survives(&names, "python_eval `a b\u{1b}[31m` `react_preview`".as_bytes());
    let hint = json.replace("run python3", "\\u001b[31m\\n\\u202e");
    let names = Names::of(&Manifest::from_json(&hint).unwrap());
    survives(&names, b"---\ntools: python_eval\n---\n`python_eval`\n");
    let empty = Names::of(&Registry::builder().build().unwrap().manifest());
    survives(&empty, b"---\nname: a\ndescription: d\ntools: x, y*\n---\n`x`\n");
}

/// Pieces that mean something to one of the readers.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            "---\n", "tools: ", "allowed-tools:\n  - ", "description: ", "python_eval", "task", "exec_shell",
            "`", "```\n", "\n", "\r\n", " ", ", ", "(", ")", "*", "{", "}", "[", "]", "\"", "'", ":", ": ", "#",
            "<!-- toolcrib: allow task -->", "{\"PreToolUse\":[{\"matcher\":\"", "\"}]}", "|", "&a ", "*a", "\\",
            "\u{feff}", "é", ">-\n ", "- ", "\t", "\u{202e}",
        ]).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn anything_is_survived(bytes in pieces()) {
        survives(&names(), &bytes);
        survives(&names().plain_words(true), &bytes);
        let with_head = [b"---\n", &bytes[..], b"\n---\n", &bytes[..]].concat();
        survives(&names(), &with_head);
    }

    /// A name within a code span is found at its place, whatever stands before it.
    #[test]
    fn places_are_right(before in "[a-zé🚀 .,\n\t]{0,60}") {
        let text = format!("{before}\n\nx `python_eval`\n");
        let references = names().find(FileKind::Text, "f", text.as_bytes());
        let line = text.split('\n').position(|line| line.contains("python_eval")).unwrap();
        prop_assert_eq!(references.len(), 1);
        prop_assert_eq!((references[0].line as usize, references[0].column), (line + 1, 4));
    }
}
