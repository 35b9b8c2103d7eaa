//! A key that is a keyword.

use toolcrib::tool;

/// Read a file.
#[tool(type = "file")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
