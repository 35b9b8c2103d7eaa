//! A function has no value of its own.

use toolcrib::tool;

/// Read a file.
#[tool(from_state)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
