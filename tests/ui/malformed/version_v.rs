//! A version as a tag of a repository.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "cat", since = "v1.0.0"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
