//! Removed in the release that deprecates it.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "cat", lifecycle = "deprecated", since = "2.0.0", remove_in = "2.0.0"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
