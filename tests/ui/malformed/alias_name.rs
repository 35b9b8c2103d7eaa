//! An alias with a character that nobody sees.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "cat\u{200b}file"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
