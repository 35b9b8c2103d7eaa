//! A removed alias is a retired name.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "cat", lifecycle = "removed"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
