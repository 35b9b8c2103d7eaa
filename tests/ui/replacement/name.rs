//! A replacement that cannot be the name of a tool.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = "read file")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
