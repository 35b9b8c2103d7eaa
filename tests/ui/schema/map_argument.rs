//! A map whose keys are no strings has no schema in JSON.

use std::collections::BTreeMap;

use toolcrib::tool;

struct Key;

/// Read files.
#[tool]
fn read_files(paths: BTreeMap<String, Vec<Key>>) -> usize {
    paths.len()
}

fn main() {
    let _ = Key;
    read_files(BTreeMap::new());
}
