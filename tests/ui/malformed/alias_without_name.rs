//! An alias without a name.

use toolcrib::tool;

/// Read a file.
#[tool(alias(lifecycle = "hidden"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
