//! A title that is no string.

use toolcrib::tool;

/// Read a file.
#[tool(title = 1)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
