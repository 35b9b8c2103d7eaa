//! An active tool does not go away.

use toolcrib::tool;

/// Read a file.
#[tool(remove_in = "9.0.0")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
