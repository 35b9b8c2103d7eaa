//! Ten skills as they are published, held against the tools of the codewhale example.

use std::path::Path;

use codewhale_tools::{Agents, Jobs, Plans, TodoLists, Workspace};
use toolcrib::Registry;
use toolcrib::references::Names;
use toolcrib::skills::discover;

fn names() -> Names {
    let folder = tempfile::tempdir().unwrap();
    let registry = Registry::builder()
        .collect()
        .expect_crates(["codewhale_tools"])
        .state(Workspace::new(folder.path()).unwrap())
        .state(Jobs::default())
        .state(TodoLists::default())
        .state(Plans::default())
        .state(Agents::default())
        .build()
        .unwrap();
    Names::of(&registry.manifest())
}

#[test]
fn ten_skills() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/skills");
    let found = discover(&names(), &[&root]);
    for d in &found.diagnostics {
        println!("{d}");
    }
    for d in &found.skills {
        println!("{}", d.skill.name);
    }
    let found = discover(&names().plain_words(true), &[&root]);
    for d in &found.diagnostics {
        println!("{d}");
    }
    panic!();
}
