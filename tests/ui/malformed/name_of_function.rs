//! A function's name that is no tool name.

use toolcrib::tool;

/// Measure a file.
#[tool]
fn größe(path: String) -> usize {
    path.len()
}

fn main() {
    größe("a".into());
}
