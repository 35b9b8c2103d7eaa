//! An alias is replaced by its tool; it has no replacement of its own.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "cat", lifecycle = "deprecated", replacement = "read_file"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
