//! The path of a tool that no model sees.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "hidden")]
fn read(path: String) -> String {
    path
}

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = read)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read(read_file("a".into()));
}
