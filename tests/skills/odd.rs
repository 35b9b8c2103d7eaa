//! Old names that are no identifiers.

use toolcrib::references::{FileKind, Names};
use toolcrib::{Registry, Tombstone};

use super::found_by;

const GONE: [&str; 9] = [
    "container.exec",
    "exec",
    "a/b",
    "run python",
    "run python now",
    "füge_an",
    "x b",
    "b",
    "c (d), e",
];

fn names() -> Names {
    let gone = GONE.map(|name| Tombstone::new(name, "1.0.0"));
    let builder = Registry::builder().tool::<crate::bash>().retired(gone);
    Names::of(&builder.build().unwrap().manifest())
}

fn found(kind: FileKind, text: &str) -> Vec<String> {
    found_by(&names(), kind, text)
}

#[test]
fn they_are_found_in_texts_as_words_of_their_own() {
    for (text, expected) in [
        ("`container.exec`", &["1:2 error container.exec"][..]),
        ("`a container.executor, my.container.exec`", &[]),
        ("`a/b` and `x/a/b` and `a/bc`", &["1:2 error a/b"]),
        ("`run python(1)`", &["1:2 error run python"]),
        ("`füge_an` and `xfüge_an`", &["1:2 error füge_an"]),
        (
            "`exec` and `container.exec(exec(1))`",
            &["1:2 error exec", "1:13 error container.exec", "1:28 error exec"],
        ),
        // The longer of two that begin together, unless that is part of another word.
        ("`run python now()`", &["1:2 error run python now"]),
        ("`run python nowhere` and `run python(2)`", &["1:27 error run python"]),
        // One that is no word where it stands does not hide another.
        ("`ax b(1)`", &["1:5 error b"]),
        // Ordinary words are no names.
        ("Run python now, `we run python`.", &[]),
    ] {
        assert_eq!(found(FileKind::Markdown, text), expected, "{text}");
    }
}

#[test]
fn they_are_found_in_lists_and_rules() {
    let skill = |line: &str| format!("---\nname: f\ndescription: d\n{line}\n---\nbody\n");
    for (line, expected) in [
        ("allowed-tools: bash, container.exec", &["4:22 error container.exec"][..]),
        ("allowed-tools: bash container.exec(x:*)", &["4:21 error container.exec"]),
        ("allowed-tools: a/b", &["4:16 error a/b"]),
        ("allowed-tools:\n  - bash\n  - run python", &["6:5 error run python"]),
        ("allowed-tools: [bash, \"c (d), e\"]", &["4:24 error c (d), e"]),
        ("allowed-tools: Container.Exec", &["4:16 error Container.Exec"]),
        // Names of other hosts' forms are no concern of ours.
        ("allowed-tools: server/tool, some.thing", &[]),
    ] {
        assert_eq!(found(FileKind::Skill, &skill(line)), expected, "{line}");
    }
    let settings = r#"{"permissions": {"deny": ["container.exec(ls)", "run python", "c (d), e"]}}"#;
    assert_eq!(
        found(FileKind::Settings, settings),
        ["1:28 error container.exec", "1:50 error run python", "1:64 error c (d), e"]
    );
    let hooks =
        r#"{"hooks": {"PreToolUse": [{"matcher": "container\\.exec|füge_an", "hooks": []}]}}"#;
    assert_eq!(found(FileKind::Hooks, hooks).len(), 2);
}

#[test]
fn they_can_be_allowed() {
    let text = "<!-- toolcrib: allow `run python`, container.exec -->\n`run python(1)` `container.exec`\n\
                `a/b`\n";
    assert_eq!(found(FileKind::Markdown, text), ["3:2 error a/b"]);
}
