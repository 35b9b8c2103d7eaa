//! Two annotations that exclude each other.

use toolcrib::tool;

/// Read a file.
#[tool(read_only, destructive)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
