//! A misspelt state.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "depricated", replacement = "read", since = "0.1.0")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
