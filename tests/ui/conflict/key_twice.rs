//! One key twice.

use toolcrib::tool;

/// Read a file.
#[tool(name = "read", read_only, name = "cat")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
