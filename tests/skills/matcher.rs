//! Matchers of hooks: regular expressions over the names of tools.

use toolcrib::references::{FileKind, Severity, Site, State};

use super::{found, found_by, names};

fn hooks(event: &str, matcher: &str) -> String {
    let matcher = serde_json::to_string(matcher).unwrap();
    format!(
        "{{\"hooks\": {{\"{event}\": [\n{{\"matcher\": {matcher}, \"hooks\": [{{\"type\": \"command\", \
         \"command\": \"true\"}}]}}]}}}}"
    )
}

#[test]
fn a_matcher_is_stale_where_it_matches_old_names_and_no_other() {
    for (matcher, expected) in [
        ("python_eval", vec!["2:14 error python_eval"]),
        ("react_preview|python_eval", vec!["2:14 error react_preview", "2:28 error python_eval"]),
        ("python.*", vec!["2:14 error python_eval"]),
        ("^(python|react)_", vec!["2:14 error python_eval", "2:14 error react_preview"]),
        ("exec_shell", vec!["2:14 warning exec_shell"]),
        ("\\w+_preview", vec!["2:13 error react_preview"]),
        // They match a tool of use.
        ("bash|python_eval", vec![]),
        (".*_.*", vec![]),
        ("*", vec![]),
        ("", vec![]),
        // They match nothing of ours.
        ("Edit|Write", vec![]),
        ("mcp__memory__.*", vec![]),
        // Names alone are compared as they stand, not searched for.
        ("python", vec![]),
        ("Python_Eval", vec![]),
    ] {
        for kind in [FileKind::Hooks, FileKind::Settings, FileKind::Plugin] {
            assert_eq!(found(kind, hooks("PreToolUse", matcher)), expected, "{matcher}");
        }
    }
    let names = names().external(["Edit"]);
    assert_eq!(found_by(&names, FileKind::Hooks, hooks("PreToolUse", "Edit|python_eval")), [""; 0]);
}

#[test]
fn only_events_of_tools_match_names_of_tools() {
    for event in ["PostToolUse", "PermissionRequest", "BeforeTool"] {
        assert_eq!(found(FileKind::Hooks, hooks(event, "task")).len(), 1, "{event}");
    }
    for event in ["SessionStart", "PreCompact", "SubagentStop"] {
        assert_eq!(found(FileKind::Hooks, hooks(event, "task|x")), [""; 0], "{event}");
    }
    let bare = "{\"PreToolUse\": [{\"matcher\": \"task\"}]}";
    assert_eq!(found(FileKind::Hooks, bare), ["1:30 error task"]);
}

#[test]
fn hooks_of_a_skill_are_read_too() {
    let text = "---\nname: f\ndescription: d\nhooks:\n  PreToolUse:\n    - matcher: python_eval\n      \
                hooks:\n        - type: command\n          if: task(x)\n---\n";
    assert_eq!(found(FileKind::Skill, text), ["6:16 error python_eval", "9:15 error task"]);
}

#[test]
fn what_cannot_be_read_is_a_finding() {
    for (matcher, why) in [
        ("python(", "unclosed group"),
        (
            "(?!bash)python_eval",
            "look-around, including look-ahead and look-behind, is not supported",
        ),
        ("((((.{99}){99}){99}){99})", "too large"),
        (&"(a)".repeat(3000), "too large"),
        (&format!("{}a{}", "(".repeat(90), ")".repeat(90)), "nest"),
    ] {
        let references =
            names().find(FileKind::Hooks, "f", hooks("PreToolUse", matcher).as_bytes());
        let [reference] = &references[..] else { panic!("{matcher}: {references:?}") };
        assert_eq!((reference.state, reference.site), (State::Unreadable, Site::Matcher));
        assert_eq!((reference.severity, reference.line), (Severity::Warning, 2));
        assert!(reference.to_string().contains(why), "{reference}");
    }
    let broken = names().find(FileKind::Hooks, "hooks.json", b"{\n  \"hooks\": python_eval\n}");
    let told: Vec<_> = broken.iter().map(ToString::to_string).collect();
    assert_eq!(told[0], "hooks.json:2:12: warning: this file cannot be read: expected value");
    assert!(told[1].starts_with("hooks.json:2:12: warning: `python_eval` is retired"), "{told:?}");
}

#[test]
fn many_matchers_are_bounded() {
    let one = "{\"matcher\": \"(a{1,50}){1,9}\"},";
    let many = format!("{{\"PreToolUse\": [{} {{}}]}}", one.repeat(30_000));
    let references = names().find(FileKind::Hooks, "f", many.as_bytes());
    assert_eq!(references.len(), 1000);
    assert!(references[0].message().contains("at most 200"), "{}", references[0]);
}
