//! The release that removes an alias is here: the crate's version is 0.0.0.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "cat", lifecycle = "deprecated", since = "0.0.0-alpha.1", remove_in = "0.0.0"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
