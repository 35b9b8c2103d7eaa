//! A title that says nothing.

use toolcrib::tool;

/// Read a file.
#[tool(title = "")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
