//! A literal in place of a key.

use toolcrib::tool;

/// Read a file.
#[tool("read")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
