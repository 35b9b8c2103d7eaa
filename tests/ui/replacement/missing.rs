//! The path of nothing.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = crate::fs::read)]
fn read_file(path: String) -> String {
    path
}

mod fs {}

fn main() {
    read_file("a".into());
}
