//! `skills check`: what is wrong, where, and the exit code.

use std::path::Path;

use super::place::{MANIFEST, Place};

const OLD: &str = "\
---
name: old
description: Does old things.
allowed-tools: spawn_agent, WebSearch
---
Call `spawn_agent`, then `todo_add`.
";

fn skills() -> Place {
    let place = Place::new();
    place.write("skills/old/SKILL.md", OLD);
    place.write("skills/new/SKILL.md", "---\nname: new\ndescription: Calls `agent`.\n---\n");
    place
}

#[test]
fn findings_are_lines_that_an_editor_can_jump_to() {
    let place = skills();
    let text = place.out(1, &["skills", "check", "skills"]);
    let lines: Vec<_> = text.lines().collect();
    let [declared, unknown, told, old, sum] = lines[..] else { panic!("{text}") };
    let file = "skills/old/SKILL.md";
    assert_eq!(
        declared,
        format!(
            "{file}:4:16: error: `spawn_agent` is retired since 0.8.33; use `agent` instead; the skill is left out"
        )
    );
    // The nearest old name, `search_text`, shares one word of two: it is not what was meant.
    assert_eq!(unknown, format!("{file}:4:29: warning: `WebSearch` names no tool"));
    assert!(told.starts_with(&format!("{file}:6:7: error: `spawn_agent` is retired")), "{told}");
    assert!(old.starts_with(&format!("{file}:6:27: note: `todo_add` is an old name")), "{old}");
    assert_eq!(sum, "1 skill, 1 left out: 2 errors, 1 warning, 1 note");
}

#[test]
fn json_is_one_array() {
    let place = skills();
    let json = place.json(1, &["skills", "check", "skills"]);
    let findings = json.as_array().unwrap();
    assert_eq!(findings.len(), 4);
    assert_eq!(findings[0]["file"], "skills/old/SKILL.md");
    assert_eq!((&findings[0]["line"], &findings[0]["column"]), (&4.into(), &16.into()));
    assert_eq!(
        (&findings[0]["severity"], &findings[0]["leaves_out"]),
        (&"error".into(), &true.into())
    );
    assert_eq!(findings[0]["problem"]["reference"]["replacement"], "agent");
    let markdown = place.out(1, &["skills", "check", "skills", "--format", "markdown"]);
    assert!(
        markdown.starts_with("- **error** `skills/old/SKILL.md:4:16` `spawn_agent` is retired")
    );
}

#[test]
fn the_exit_code_follows_the_gravest_finding() {
    let place = Place::new();
    let check = |text: &str, more: &[&str]| {
        let text = format!("---\nname: one\ndescription: Does things.\n{text}");
        place.write("skills/one/SKILL.md", text);
        let mut arguments = vec!["skills", "check", "skills"];
        arguments.extend(more);
        place.run(&arguments).code
    };
    let note = "---\nCall `todo_add`.\n";
    assert_eq!(check(note, &[]), 0);
    assert_eq!(check(note, &["--fail-on", "note"]), 1);
    let warning = "allowed-tools: WebSearch\n---\n";
    assert_eq!(check(warning, &[]), 1);
    assert_eq!(check(warning, &["--fail-on", "error"]), 0);
    assert_eq!(check(warning, &["--external", "Bash,WebSearch"]), 0);
    // Each keeps the skill from the model.
    for body in ["Call `spawn_agent`.", "Have spawn_agent do it.", "Write spawn_agent(x=1)"] {
        assert_eq!(check(&format!("---\n{body}\n"), &["--fail-on", "error"]), 1, "{body}");
    }
    let allowed = "---\n<!-- toolcrib: allow spawn_agent -->\nCall `spawn_agent`.\n";
    assert_eq!(check(allowed, &["--fail-on", "note"]), 0);
    let manifest = MANIFEST.replace("\"spawn_agent\"", "\"helper\"");
    place.write("tools.manifest.json", manifest);
    let plain = "---\nHave a helper do it.\n";
    assert_eq!(check(plain, &["--fail-on", "note"]), 0);
    assert_eq!(check(plain, &["--plain-words", "--fail-on", "error"]), 1);
    assert_eq!(check("---\nCall helper with the task.\n", &["--fail-on", "error"]), 1);
}

#[test]
fn a_skill_is_found_by_its_file_and_from_within() {
    let place = skills();
    let by_file = place.out(1, &["skills", "check", "skills/old/SKILL.md"]);
    assert!(by_file.starts_with("skills/old/SKILL.md:4:16: error: "), "{by_file}");
    for inside in [".", "SKILL.md", "../new/../old"] {
        let mut command = place.command(&["skills", "check", inside, "--manifest"]);
        command.arg(place.path().join("tools.manifest.json"));
        let output = command.current_dir(place.path().join("skills/old")).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        // It knows the folder's name, so that the skill's own name is right.
        assert!(text.ends_with("1 left out: 2 errors, 1 warning, 1 note\n"), "{inside}: {text}");
    }
}

#[test]
fn other_texts_are_searched_too() {
    let place = Place::new();
    let hooks = r#"{"hooks": {"PreToolUse": [{"matcher": "spawn_agent", "hooks": []}]}}"#;
    place.write("hooks/hooks.json", hooks);
    place.write("agents/scout.md", "---\nname: scout\ntools: spawn_agent\n---\nScout.\n");
    let text = place.out(1, &["skills", "check", "hooks/hooks.json", "agents/scout.md"]);
    let lines: Vec<_> = text.lines().collect();
    assert!(
        lines[0].starts_with("hooks/hooks.json:1:40: error: `spawn_agent` is retired"),
        "{text}"
    );
    assert!(lines[1].starts_with("agents/scout.md:3:8: error: `spawn_agent` is retired"), "{text}");
    assert_eq!(lines[2], "2 other files: 2 errors, 0 warnings, 0 notes");
}

#[test]
fn of_two_skills_with_one_name_the_earlier_folder_counts() {
    let place = Place::new();
    for folder in ["ours", "shared"] {
        let skill = "---\nname: run\ndescription: Runs.\n---\n";
        place.write(Path::new(folder).join("run/SKILL.md"), skill);
    }
    let text = place.out(1, &["skills", "check", "ours", "shared"]);
    assert!(text.starts_with("shared/run/SKILL.md:1:1: warning: there is a skill `run` in ours/"));
    assert!(text.ends_with("1 skill, 1 left out: 0 errors, 1 warning, 0 notes\n"), "{text}");
}

#[test]
fn real_skills_name_no_retired_tool_of_the_example() {
    let place = Place::new();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/skills");
    let text = place.out(0, &["skills", "check", data.to_str().unwrap()]);
    assert_eq!(text, "10 skills: 0 errors, 0 warnings, 0 notes\n");
}

#[test]
fn skills_in_hidden_folders_are_checked() {
    for folder in [".claude/skills", ".agents/skills", ".codex/skills/.system", "skills/.curated"] {
        let place = Place::new();
        place.write(Path::new(folder).join("old/SKILL.md"), OLD);
        let text = place.out(1, &["skills", "check", "."]);
        assert!(text.ends_with("0 skills, 1 left out: 2 errors, 1 warning, 1 note\n"), "{text}");
        assert_eq!(place.run(&["doctor", "--skills", ".", "--fail-on", "error"]).code, 1);
    }
}

#[test]
fn nothing_to_check_is_no_success() {
    let place = Place::new();
    place.write("skills/.git/old/SKILL.md", OLD);
    for format in ["text", "json", "markdown"] {
        let ran = place.run(&["skills", "check", "skills", "--format", format]);
        assert_eq!(ran.code, 2, "{ran:?}");
        let message =
            "error: there is no skill below skills: a skill is a folder with a `SKILL.md`\n";
        assert_eq!(ran.err, message);
    }
    let text = place.out(0, &["doctor", "--skills", "skills"]);
    assert!(text.contains("note: there is no skill below skills\n"), "{text}");
}

#[test]
fn the_texts_beside_a_skill_are_checked() {
    let place = Place::new();
    place.write(
        "skills/new/SKILL.md",
        "---\nname: new\ndescription: See references/more.md.\n---\n",
    );
    place.write("skills/new/references/more.md", "First\ncall `spawn_agent`.\n");
    let text = place.out(1, &["skills", "check", "skills", "--fail-on", "error"]);
    let start = "skills/new/references/more.md:2:7: error: `spawn_agent` is retired since 0.8.33";
    assert!(text.starts_with(start), "{text}");
    assert!(text.ends_with("0 skills, 1 left out: 1 error, 0 warnings, 0 notes\n"), "{text}");
}
