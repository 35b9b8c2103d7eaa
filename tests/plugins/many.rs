//! A store of a thousand plugins, five of them stale.

use std::fmt::Write as _;

use super::*;

#[test]
fn five_of_a_thousand_are_found_moved_and_restored() {
    let folder = Folder::new();
    let mut config = String::from("[plugins]\nnetwork_allow = [\n");
    let mut stale = Vec::new();
    for at in 0..1_000 {
        let name = format!("plugin-{at:03}");
        let tool = if at % 211 == 42 { "python_eval" } else { "bash" };
        if tool == "python_eval" {
            stale.push(name.clone());
        }
        let root = format!("plugins/{name}");
        if at % 2 == 0 {
            folder.write(&format!("{root}/SKILL.md"), skill(tool));
            folder.write(
                &format!("{root}/references/more.md"),
                "Nothing of `python_evaluation` here.",
            );
        } else {
            folder.write(
                &format!("{root}/.claude-plugin/plugin.json"),
                format!("{{\"name\": \"{name}\"}}"),
            );
            folder.write(&format!("{root}/commands/run.md"), format!("Call `{tool}`.\n"));
            folder.write(&format!("{root}/skills/s/SKILL.md"), skill("bash"));
        }
        writeln!(config, "  \"{name}\", # number {at}").unwrap();
    }
    config.push_str("]\n");
    folder.write("config.toml", &config);
    assert_eq!(stale.len(), 5);

    let before = folder.plugins();
    let found = folder.store().retired_plugins(&NAMES).unwrap();
    let names: Vec<_> = found.retired.iter().map(|plugin| plugin.name.clone()).collect();
    assert_eq!(names, stale);
    assert!(found.unread.is_empty() && found.mentioned.is_empty());

    assert!(folder.clean().is_ok());
    assert_eq!(folder.trashed(), stale);
    assert_eq!(folder.plugins().len(), 995);
    let left = config.lines().filter(|line| !stale.iter().any(|name| line.contains(name.as_str())));
    assert_eq!(folder.read("config.toml").lines().collect::<Vec<_>>(), left.collect::<Vec<_>>());

    assert!(folder.cleanup().restore(&folder.id()).is_ok());
    assert_eq!(folder.plugins(), before);
    assert_eq!(folder.read("config.toml"), config);
}
