//! A tool that replaces itself.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = "read_file")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
