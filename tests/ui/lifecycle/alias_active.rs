//! An alias is never active.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "cat", lifecycle = "active"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
