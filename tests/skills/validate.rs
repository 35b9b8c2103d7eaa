//! The rules for skills, and what leaves one out.

use toolcrib::references::Severity;
use toolcrib::skills::{SkillProblem, validate};

use super::names;

/// Whether the skill is kept, and what is told.
fn judged(text: &str) -> (bool, Vec<String>) {
    let validated = validate(&names(), "my-skill", text.as_bytes());
    let told = validated.diagnostics.iter().map(ToString::to_string);
    (validated.skill.is_some(), told.collect())
}

fn with(frontmatter: &str) -> (bool, Vec<String>) {
    judged(&format!("---\n{frontmatter}\n---\nbody\n"))
}

#[test]
fn a_good_skill_is_read() {
    let text = "---\nname: my-skill\ndescription: >-\n  What it does,\n  and when.\nlicense: MIT\n\
                compatibility: needs git\nmetadata:\n  author: \"a\"\n  version: 1.0\n\
                allowed-tools: Bash(git add:*) read_file\nunknown: [1]\n---\nbody\n";
    let validated = validate(&names(), "my-skill", text.as_bytes());
    assert_eq!(validated.diagnostics, []);
    let skill = validated.skill.unwrap();
    assert_eq!(skill.name, "my-skill");
    assert_eq!(skill.description, "What it does, and when.");
    assert_eq!(skill.license.as_deref(), Some("MIT"));
    assert_eq!(skill.compatibility.as_deref(), Some("needs git"));
    let metadata: Vec<_> = skill.metadata.iter().map(|(k, v)| (&**k, &**v)).collect();
    assert_eq!(metadata, [("author", "a"), ("version", "1.0")]);
    assert_eq!(skill.allowed_tools, ["Bash(git add:*)", "read_file"]);
}

#[test]
fn a_bad_name_or_a_long_text_is_a_warning() {
    let long = "x".repeat(1025);
    let longer = "y ".repeat(251);
    for (frontmatter, told) in [
        ("name: My_Skill", "2:7: warning: `My_Skill` is no name of a skill"),
        ("name: my--skill", "2:7: warning: `my--skill` is no name"),
        ("name: -my-skill", "2:7: warning: `-my-skill` is no name"),
        (&format!("name: {}", "a".repeat(65)), "is no name of a skill"),
        ("name: other", "2:7: warning: the skill `other` is in the folder `my-skill`: give both"),
        ("license: MIT", "1:1: warning: there is no `name`: give it that of the folder"),
        ("name:", "warning: there is no `name`"),
        ("name: my-skill\nmetadata: x", "3:11: warning: `metadata` should be a mapping of texts"),
        ("name: my-skill\nmetadata:\n  a: [b]", "`metadata` should be a mapping of texts to texts"),
        ("name: my-skill\nlicense: [MIT]", "3:10: warning: `license` should be a text"),
        (
            &format!("name: my-skill\ncompatibility: {longer}z"),
            "`compatibility` has 503 characters",
        ),
    ] {
        let (kept, all) = with(&format!("{frontmatter}\ndescription: d"));
        assert!(kept && all.iter().any(|one| one.contains(told)), "{frontmatter}: {all:?}");
    }
    let (kept, all) = with(&format!("name: my-skill\ndescription: {long}"));
    let expected =
        "my-skill/SKILL.md:3:14: warning: `description` has 1025 characters: shorten it to 1024";
    assert_eq!((kept, all), (true, vec![expected.to_owned()]));
}

#[test]
fn without_a_description_or_readable_frontmatter_it_is_left_out() {
    for (text, told) in [
        ("---\nname: my-skill\n---\n", "1:1: error: there is no `description`: say what the skill"),
        ("---\nname: my-skill\ndescription: ''\n---\n", "3:14: error: there is no `description`"),
        ("---\nname: my-skill\ndescription: ~\n---\n", "there is no `description`"),
        ("---\nname: my-skill\ndescription: [a]\n---\n", "error: there is no `description`"),
        ("---\nname: my-skill\ndescription: [\n---\n", "error: the frontmatter cannot be read: "),
        ("---\n- a\n---\n", "the frontmatter cannot be read: it is no mapping of keys to values"),
        ("---\nname: my-skill\ndescription: d\n", "it does not end: close it with a line of `---`"),
        ("# My skill\n", "there is none: begin the file with a line of `---`"),
        ("", "1:1: error: the frontmatter cannot be read: there is none"),
    ] {
        let (kept, all) = judged(text);
        assert!(!kept && all.iter().any(|one| one.contains(told)), "{text:?}: {all:?}");
        let last = all.iter().find(|one| one.contains("error")).unwrap();
        assert!(last.ends_with("; the skill is left out"), "{last}");
    }
}

#[test]
fn a_colon_in_an_unquoted_description_is_told_and_read() {
    let text = "---\nname: my-skill\ndescription: Use when: asked\n---\n";
    let validated = validate(&names(), "my-skill", text.as_bytes());
    assert_eq!(validated.skill.unwrap().description, "Use when: asked");
    let [diagnostic] = &validated.diagnostics[..] else { panic!() };
    assert!(matches!(diagnostic.problem, SkillProblem::Colon { .. }));
    assert_eq!((diagnostic.line, diagnostic.severity), (3, Severity::Warning));
}

#[test]
fn a_retired_name_leaves_it_out_wherever_a_model_would_take_it_up() {
    for (text, at) in [
        ("---\nname: my-skill\ndescription: Calls python_eval.\n---\n", "3:20: error"),
        ("---\nname: my-skill\ndescription: d\nallowed-tools: python_eval\n---\n", "4:16: error"),
        ("---\nname: my-skill\ndescription: d\n---\n`python_eval`\n", "5:2: error"),
        ("---\nname: my-skill\ndescription: d\n---\n```\npython_eval\n```\n", "6:1: error"),
        ("---\nname: my-skill\ndescription: d\n---\nWe once had python_eval.\n", "5:13: error"),
        (
            "---\nname: my-skill\ndescription: d\n---\nWrite python_eval(code=\"1+1\")\n",
            "5:7: error",
        ),
        (
            "---\nname: my-skill\ndescription: d\n---\nCall python_eval with the code.\n",
            "5:6: error",
        ),
    ] {
        let expected = format!(
            "my-skill/SKILL.md:{at}: `python_eval` is retired since 3.0.21; use `bash` instead (run \
             python3 -c '…'); the skill is left out"
        );
        assert_eq!(judged(text), (false, vec![expected]), "{text}");
    }
}

#[test]
fn anything_else_is_told_and_kept() {
    for (body, told) in [
        ("allowed-tools: exec_shell\n---\n", "warning: `exec_shell` is deprecated since 2.0.0"),
        ("allowed-tools: bsah\n---\n", "warning: `bsah` names no tool"),
        ("---\n`RunCommand`\n", "note: `RunCommand` is an old name since 1.5.0"),
        ("metadata:\n  was: python_eval\n---\n", "warning: `python_eval` is retired"),
    ] {
        let (kept, all) = judged(&format!("---\nname: my-skill\ndescription: d\n{body}"));
        assert!(kept && all.len() == 1 && all[0].contains(told), "{all:?}");
    }
    let allowed = "---\nname: my-skill\ndescription: d\n---\n<!-- toolcrib: allow python_eval -->\n\
                   `python_eval`\n";
    assert_eq!(judged(allowed), (true, vec![]));
    // An ordinary word, unless it is asked for.
    let word = "---\nname: my-skill\ndescription: d\n---\nDo the task.\n";
    assert_eq!(judged(word), (true, vec![]));
    let validated = validate(&names().plain_words(true), "my-skill", word.as_bytes());
    assert_eq!(validated.skill, None);
    assert!(validated.diagnostics[0].leaves_out, "{:?}", validated.diagnostics);
}

#[test]
fn diagnostics_are_data() {
    let text = "---\nname: my-skill\ndescription: d\n---\n`task`\n";
    let validated = validate(&names(), "my-skill", text.as_bytes());
    let json = serde_json::to_value(&validated.diagnostics).unwrap();
    assert_eq!(json[0]["leaves_out"], true);
    assert_eq!(json[0]["problem"]["reference"]["name"], "task");
    assert_eq!(json[0]["problem"]["reference"]["replacement"], "agent");
}
