//! The way to toolcrib is a path.

use toolcrib::tool;

/// Read a file.
#[tool(crate = "toolcrib")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
