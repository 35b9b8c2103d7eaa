//! A comma too many.

use toolcrib::tool;

/// Read a file.
#[tool(name = "read",, title = "Read file")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
