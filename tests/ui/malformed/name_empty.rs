//! An empty name.

use toolcrib::tool;

/// Read a file.
#[tool(name = "")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
