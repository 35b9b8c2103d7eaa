//! Two aliases of one name.

use toolcrib::tool;

/// Read a file.
#[tool(name = "read", alias(name = "cat"), alias(name = "cat", lifecycle = "deprecated"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
