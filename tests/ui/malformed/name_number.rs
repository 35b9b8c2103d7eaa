//! A name that is no string.

use toolcrib::tool;

/// Read a file.
#[tool(name = 3)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
