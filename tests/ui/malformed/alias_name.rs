//! An alias with a name that no provider takes.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "cat file"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
