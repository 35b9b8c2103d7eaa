//! A state that there is not.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "experimental")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
