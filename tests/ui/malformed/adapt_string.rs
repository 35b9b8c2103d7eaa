//! `adapt` takes a path.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "cat", adapt = "from_cat"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
