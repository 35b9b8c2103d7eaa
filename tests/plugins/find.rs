//! Which plugins are found, and what is said about the others.

use toolcrib::plugins::{Layout, UnreadReason};

use super::*;

fn retired(folder: &Folder) -> Vec<String> {
    let found = folder.store().retired_plugins(&NAMES).unwrap();
    found
        .retired
        .iter()
        .map(|plugin| format!("{}: {}", plugin.name, plugin.tools.join(" ")))
        .collect()
}

#[test]
fn every_place_of_both_layouts_is_searched() {
    let folder = Folder::new();
    for (file, text) in [
        ("skill/SKILL.md", skill("python_eval")),
        ("two-skills/one/SKILL.md", skill("bash")),
        ("two-skills/two/SKILL.md", skill("react_preview")),
        ("reference/SKILL.md", skill("bash")),
        ("reference/references/more.md", "Then call `python_eval`.\n".into()),
        ("declared/SKILL.md", "---\ndescription: A.\nallowed-tools: python_eval\n---\n".into()),
        ("both/SKILL.md", skill("python_eval` and `react_preview")),
        ("agent/.claude-plugin/plugin.json", r#"{"name": "agent"}"#.into()),
        ("agent/agents/a.md", "---\ndescription: A.\ntools: bash, python_eval\n---\n".into()),
        ("command/.claude-plugin/plugin.json", r#"{"name": "command"}"#.into()),
        ("command/commands/c.md", "Call `python_eval`.\n".into()),
        ("history/commands/history.md", "Call `python_eval`.\n".into()),
        ("prose/commands/c.md", "Have python_eval do it.\n".into()),
        ("words/docs/guide.md", "Call python_eval with the code.\n".into()),
        ("unreadable/agents/a.md", "---\ndescription: A.\ntools: [python_eval\n---\n".into()),
        ("hooks/.claude-plugin/plugin.json", r#"{"name": "hooks"}"#.into()),
        ("hooks/hooks/hooks.json", hooks("python_.*")),
        ("inline/.claude-plugin/plugin.json", hooks("python_eval")),
        // These are fine.
        ("alive/SKILL.md", skill("bash")),
        ("deprecated/SKILL.md", skill("shell")),
        ("hooked/.claude-plugin/plugin.json", r#"{"name": "hooked"}"#.into()),
        ("hooked/hooks/hooks.json", hooks("python_eval|bash")),
        (".hidden/SKILL.md", skill("python_eval")),
    ] {
        folder.write(&format!("plugins/{file}"), text);
    }
    assert_eq!(
        retired(&folder),
        [
            "agent: python_eval",
            "both: python_eval react_preview",
            "command: python_eval",
            "declared: python_eval",
            "history: python_eval",
            "hooks: python_eval",
            "inline: python_eval",
            "prose: python_eval",
            "reference: python_eval",
            "skill: python_eval",
            "two-skills: react_preview",
            "unreadable: python_eval",
            "words: python_eval",
        ]
    );
    let layouts: Vec<_> = folder.store().plugins().unwrap().plugins;
    let layout = |name: &str| layouts.iter().find(|plugin| plugin.name == name).unwrap().layout;
    assert_eq!(layout("agent"), Layout::ClaudePlugin);
    assert_eq!((layout("skill"), layout("two-skills")), (Layout::Skills, Layout::Skills));
}

fn hooks(matcher: &str) -> String {
    let hook = r#"[{"type": "command", "command": "true"}]"#;
    format!(r#"{{"hooks": {{"PreToolUse": [{{"matcher": "{matcher}", "hooks": {hook}}}]}}}}"#)
}

#[test]
fn places_are_named_from_the_store_on() {
    let folder = Folder::new();
    folder.plugin("sums", "python_eval");
    let found = folder.store().retired_plugins(&NAMES).unwrap();
    assert_eq!(
        found.retired[0].references[0].to_string(),
        "sums/SKILL.md:6:7: error: `python_eval` is retired since 3.0.21; use `bash` instead"
    );
    assert_eq!(found.retired[0].to_string(), "sums names `python_eval` (1 place)");
}

#[test]
fn what_tells_no_model_to_call_a_tool_is_a_mention() {
    let folder = Folder::new();
    for (file, text) in [
        ("read/SKILL.md", skill("bash")),
        ("read/README.md", "No longer needs `python_eval`.".to_owned()),
        ("changed/SKILL.md", skill("bash")),
        ("changed/CHANGELOG.md", "- `react_preview` is gone".into()),
        ("program/SKILL.md", skill("bash")),
        ("program/scripts/run.py", "def python_eval(text):\n    pass\n".into()),
        ("notes/docs/notes.md", "No longer calls python_eval.\n".into()),
        (
            "allowed/SKILL.md",
            format!("{}{}", "<!-- toolcrib: allow python_eval -->\n", skill("python_eval")),
        ),
    ] {
        folder.write(&format!("plugins/{file}"), text);
    }
    let found = folder.store().retired_plugins(&NAMES).unwrap();
    assert!(found.retired.is_empty(), "{found:?}");
    let mentioned: Vec<_> = found.mentioned.iter().map(|plugin| &*plugin.name).collect();
    assert_eq!(mentioned, ["changed", "notes", "program", "read"]);
    assert!(folder.plan().is_empty());
    assert_eq!(folder.plan().to_string(), "nothing to clean up\n");
}

#[test]
fn what_cannot_be_read_is_told() {
    let folder = Folder::new();
    folder.plugin("large", "bash");
    fs::File::create(folder.path("plugins/large/model.bin")).unwrap().set_len(1 << 40).unwrap();
    let deep = (0..40).map(|_| "d/").collect::<String>();
    folder.write(&format!("plugins/deep/{deep}SKILL.md"), skill("python_eval"));
    folder.write("plugins/broken/hooks/hooks.json", "{\"hooks\": ");
    let found = folder.store().retired_plugins(&NAMES).unwrap();
    let unread: Vec<_> = found.unread.iter().map(|one| (&*one.file, &one.reason)).collect();
    let [(broken, UnreadReason::Malformed(_)), (deep, UnreadReason::Many), large] = unread[..]
    else {
        panic!("{unread:?}")
    };
    assert_eq!(broken, "broken/hooks/hooks.json");
    assert!(deep.starts_with("deep/d/d/"));
    assert_eq!(large, ("large/model.bin", &UnreadReason::Large));
    assert!(folder.plan().to_string().contains("large/model.bin: not read: too large"));
}

#[test]
fn reading_changes_nothing() {
    let folder = Folder::new();
    folder.plugin("sums", "python_eval");
    folder.write("config.toml", "[plugins]\nnetwork_allow = [\"sums\"]\n");
    let before = names_in(&folder.path("plugins"));
    let (first, second) = (folder.plan(), folder.plan());
    assert_eq!(names_in(&folder.path("plugins")), before);
    assert_eq!(first.digest(), second.digest());
    assert_eq!(serde_json::to_string(&first).unwrap(), serde_json::to_string(&second).unwrap());
    folder.write("plugins/sums/more.md", "more");
    assert_ne!(folder.plan().digest(), first.digest());
}
