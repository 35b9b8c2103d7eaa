//! One key of an alias twice.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "cat", since = "0.1.0", since = "0.2.0"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
