//! The path of a function that is no tool.

use toolcrib::tool;

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
