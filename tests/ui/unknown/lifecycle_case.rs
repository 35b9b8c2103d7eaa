//! A state in capitals.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "Deferred")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
