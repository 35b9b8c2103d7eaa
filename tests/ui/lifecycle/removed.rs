//! A removed tool has no implementation.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "removed", since = "0.1.0", replacement = "read")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
