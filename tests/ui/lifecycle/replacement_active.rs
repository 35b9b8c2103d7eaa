//! An active tool has no replacement.

use toolcrib::tool;

/// Read a file.
#[tool(replacement = "read")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
