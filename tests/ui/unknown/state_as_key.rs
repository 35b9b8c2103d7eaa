//! A state in place of a key.

use toolcrib::tool;

/// Read a file.
#[tool(deferred)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
