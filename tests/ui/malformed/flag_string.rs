//! A flag with a value that is no boolean.

use toolcrib::tool;

/// Read a file.
#[tool(read_only = "yes")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
