//! A tool that is replaced by its own alias.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "hidden", replacement = "cat", alias(name = "cat"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
