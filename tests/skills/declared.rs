//! Lists of tools and permission rules.

use toolcrib::references::{FileKind, Names, Site, State};

use super::{found, found_by, names};

/// A skill with one more line of frontmatter.
fn skill(line: &str) -> String {
    format!("---\nname: f\ndescription: d\n{line}\n---\nbody\n")
}

#[test]
fn a_list_may_be_written_in_any_way() {
    for (list, expected) in [
        ("allowed-tools: python_eval", "4:16"),
        ("allowed-tools: bash, python_eval, read_file", "4:22"),
        ("allowed-tools: bash python_eval read_file", "4:21"),
        ("allowed-tools: Bash(git:*) python_eval(x, y)", "4:28"),
        ("allowed-tools: Bash(git add:*, x), python_eval", "4:36"),
        ("allowed-tools: \"bash, python_eval\"", "4:23"),
        ("allowed-tools: 'python_eval'", "4:17"),
        ("allowed-tools: [bash, python_eval]", "4:23"),
        ("allowed-tools: [\"bash\", \"python_eval\"]", "4:26"),
        ("allowed-tools:\n  - bash\n  - python_eval", "6:5"),
        ("allowed-tools:\n- Bash(git:*)\n- \"python_eval(x)\"", "6:4"),
        ("allowed-tools: >-\n  bash,\n  python_eval", "6:3"),
        ("allowed-tools: |\n  bash\n  python_eval\n", "6:3"),
        ("allowed-tools:\n\n  bash\n  python_eval", "7:3"),
        ("disallowed-tools: python_eval", "4:19"),
        ("disallowedTools: python_eval", "4:18"),
        ("tools: python_eval", "4:8"),
        ("tools:\n  bash: true\n  python_eval: false", "6:3"),
        ("x: &it [python_eval]\ntools: *it", "4:9"),
        ("allowed-tools: é 🚀, python_eval", "4:21"),
    ] {
        for kind in [FileKind::Skill, FileKind::Agent, FileKind::Command] {
            let found = found(kind, skill(list));
            assert_eq!(found, [format!("{expected} error python_eval")], "{list}");
        }
    }
}

#[test]
fn names_of_use_and_of_others_are_no_findings() {
    for list in [
        "tools: bash, read_file, agent",
        "tools: Bash, READ_FILE, read-file, ReadFile",
        "tools: '*'",
        "tools: \"*\"",
        "tools:",
        "tools: mcp__server__tool, mcp__python_eval__task, mcp__server__*, mcp__server",
        "tools: github/create_issue, server:python_eval, $ARGUMENTS",
        "tools: [bash, {name: python_eval_2}, ~]",
        "name-of-tools: python_evals",
        "# tools: python_eval",
    ] {
        assert_eq!(found(FileKind::Skill, skill(list)), [""; 0], "{list}");
    }
}

#[test]
fn old_names_that_run_are_one_level_lower() {
    let text = skill("tools: exec_shell, RunCommand, cat_file, python_eval");
    let references = names().find(FileKind::Skill, "a/SKILL.md", text.as_bytes());
    let lines: Vec<_> = references.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "a/SKILL.md:4:8: warning: `exec_shell` is deprecated since 2.0.0; use `bash` instead",
            "a/SKILL.md:4:20: warning: `RunCommand` is an old name since 1.5.0; use `bash` instead",
            "a/SKILL.md:4:32: warning: `cat_file` is an old name; use `read_file` instead",
            "a/SKILL.md:4:42: error: `python_eval` is retired since 3.0.21; use `bash` instead \
             (run python3 -c '…')",
        ]
    );
    let json = serde_json::to_value(&references[3]).unwrap();
    let expected = serde_json::json!({
        "file": "a/SKILL.md", "line": 4, "column": 42, "name": "python_eval", "state": "removed",
        "site": "declared", "severity": "error", "replacement": "bash", "since": "3.0.21",
        "hint": "run python3 -c '…'",
    });
    assert_eq!(json, expected);
}

#[test]
fn another_spelling_is_found_where_it_can_mean_only_one() {
    let text = skill("tools: Python-Eval, PythonEval, run_command, ReactPreview, APPLY_PATCH");
    assert_eq!(
        found(FileKind::Skill, &text),
        [
            "4:8 error Python-Eval",
            "4:21 error PythonEval",
            "4:33 warning run_command",
            "4:46 error ReactPreview",
            "4:60 error APPLY_PATCH",
        ]
    );
}

#[test]
fn a_name_that_stands_for_nothing_is_told_with_what_was_meant() {
    let text = skill("disallowed-tools: Bsah, read_fiel, python_evla, Frobnicate");
    let references = names().find(FileKind::Skill, "f", text.as_bytes());
    let told: Vec<_> = references.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "f:4:19: warning: `Bsah` names no tool; did you mean `bash`?",
            "f:4:25: warning: `read_fiel` names no tool; did you mean `read_file`?",
            "f:4:36: warning: `python_evla` names no tool; did you mean `bash`?",
            "f:4:49: warning: `Frobnicate` names no tool",
        ]
    );
    assert!(references.iter().all(|one| (one.state, one.site) == (State::Unknown, Site::Declared)));
    let names = names().external(["Bsah", "read_fiel", "python_evla", "Frobnicate"]);
    assert_eq!(found_by(&names, FileKind::Skill, &text), [""; 0]);
}

#[test]
fn a_star_stands_for_any_text() {
    assert_eq!(found(FileKind::Skill, skill("tools: react_*")), ["4:8 error react_preview"]);
    assert_eq!(found(FileKind::Skill, skill("tools: '*e*'")), [""; 0]);
    assert_eq!(found(FileKind::Skill, skill("tools: zzz_*")), [""; 0]);
}

#[test]
fn lists_are_lists_only_where_they_are_read_as_such() {
    let text = skill("tools: python_eval, task");
    assert_eq!(found(FileKind::Markdown, &text), ["4:8 warning python_eval"]);
    assert_eq!(found(FileKind::Text, &text), ["4:8 warning python_eval"]);
    let nested = skill("metadata:\n  tools: python_eval");
    let references = names().find(FileKind::Skill, "f", nested.as_bytes());
    assert_eq!((references.len(), references[0].site), (1, Site::Text));
}

#[test]
fn permission_rules_are_read() {
    let settings = "{\n  \"permissions\": {\n    \"allow\": [\"Bash(git:*)\", \"Read_File\"],\n    \
                    \"deny\": [\"python_eval(rm, *)\", \"mcp__s__task\", \"Tsak\"],\n    \
                    \"ask\": [\"exec_shell\"],\n    \
                    \"additionalDirectories\": [\"../task/python_eval\"]\n  },\n  \
                    \"disallowedTools\": [\"react_preview\"]\n}\n";
    let references = names().find(FileKind::Settings, "settings.json", settings.as_bytes());
    let short: Vec<_> =
        references.iter().map(|one| (one.line, one.column, &*one.name, one.site)).collect();
    assert_eq!(
        short,
        [
            (4, 15, "python_eval", Site::Permission),
            (4, 53, "Tsak", Site::Permission),
            (5, 14, "exec_shell", Site::Permission),
            (8, 24, "react_preview", Site::Declared),
        ]
    );
    let Some(unknown) = references.iter().find(|one| one.state == State::Unknown) else {
        panic!("a rule that names nothing is told");
    };
    assert_eq!(unknown.replacement.as_deref(), Some("agent"));
}

#[test]
fn comments_silence_names_from_their_line_on() {
    let text = "---\ntools: python_eval\n# toolcrib: allow python_eval, task\ndisallowed-tools: \
                python_eval task react_preview\n---\n`task` `react_preview`\n";
    assert_eq!(
        found(FileKind::Skill, text),
        ["2:8 error python_eval", "4:36 error react_preview", "6:9 error react_preview"]
    );
    let same_line = skill("tools: python_eval # toolcrib: allow python_eval");
    assert_eq!(found(FileKind::Skill, same_line), [""; 0]);
    let no_comment = skill("tools: python_eval\nx: toolcrib: allow python_eval");
    assert_eq!(found(FileKind::Skill, no_comment).len(), 2);
}

#[test]
fn external_names_are_found_nowhere() {
    let names = Names::external(names(), ["python_eval", "task"]);
    let text =
        format!("{}`python_eval` `task` `react_preview`\n", skill("tools: python_eval task"));
    assert_eq!(found_by(&names, FileKind::Skill, text), ["7:23 error react_preview"]);
}
