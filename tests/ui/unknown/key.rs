//! A misspelt key.

use toolcrib::tool;

/// Read a file.
#[tool(titel = "Read file")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
