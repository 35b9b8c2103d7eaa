//! `register` takes a boolean.

use toolcrib::tool;

/// Read a file.
#[tool(register = "no")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
