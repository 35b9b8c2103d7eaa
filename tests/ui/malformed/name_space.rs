//! A name with a space.

use toolcrib::tool;

/// Read a file.
#[tool(name = "read file")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
