//! A misspelt state of an alias.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "cat", lifecycle = "hiden"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
