//! The help texts, each against what was looked at once.
//! `UPDATE_EXPECTED=1 cargo test -p toolcrib --features cli --test cli` writes them again.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::place::Place;

/// The help of a command and of all below it, with the words that lead there.
pub(crate) fn helps() -> Vec<(Vec<String>, String)> {
    let place = Place::empty();
    let mut all = Vec::new();
    let mut next = vec![Vec::<String>::new()];
    while let Some(words) = next.pop() {
        let mut arguments: Vec<_> = words.iter().map(|word| &**word).collect();
        arguments.push("--help");
        let help = place.out(0, &arguments);
        let below = help.split("\nCommands:\n").nth(1).unwrap_or_default();
        let below = below.lines().take_while(|line| !line.is_empty());
        for name in below.filter_map(|line| line.split_whitespace().next()) {
            next.push(words.iter().cloned().chain([name.to_owned()]).collect());
        }
        all.push((words, help));
    }
    all
}

#[test]
fn every_help_is_the_one_that_was_looked_at() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/help");
    let mut written = BTreeSet::new();
    for (words, help) in helps() {
        let name = if words.is_empty() { "toolcrib".to_owned() } else { words.join("-") };
        let file = folder.join(format!("{name}.txt"));
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&file, &help).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
        assert_eq!(help, expected, "{}", file.display());
        assert!(help.lines().all(|line| line.chars().count() <= 110), "{help}");
        written.insert(file);
    }
    assert!(written.len() > 10, "{written:?}");
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        assert!(written.contains(&file), "{} is no command's help", file.display());
    }
}
