//! The new name of an argument is a string.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "cat", rename(file = path)))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
