//! The path of a type that is no tool.

use toolcrib::tool;

struct NotATool;

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = NotATool)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    let _ = NotATool;
    read_file("a".into());
}
