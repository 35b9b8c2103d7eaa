//! Removed before it was deprecated.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = "read", since = "2.0.0", remove_in = "1.9.0")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
