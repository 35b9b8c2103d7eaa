//! An alias that has the tool's name.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "read_file"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
