//! A deferred tool has no replacement.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "deferred", replacement = "read")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
