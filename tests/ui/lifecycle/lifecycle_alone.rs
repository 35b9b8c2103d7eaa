//! A state that is not said.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle, replacement = "read")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
