//! A name that starts with a digit.

use toolcrib::tool;

/// Read a file.
#[tool(name = "2read")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
