//! Tags stand in parentheses.

use toolcrib::tool;

/// Read a file.
#[tool(tags = "fs")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
