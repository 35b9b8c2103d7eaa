//! A key with parentheses in place of a value.

use toolcrib::tool;

/// Read a file.
#[tool(name("read"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
