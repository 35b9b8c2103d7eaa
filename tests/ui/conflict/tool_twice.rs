//! Two attributes on one function.

use toolcrib::tool;

/// Read a file.
#[tool]
#[tool(name = "cat")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
