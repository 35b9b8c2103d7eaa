//! A keyword and the same word as a literal.

use toolcrib::tool;

/// Read a file.
#[tool]
fn r#type(path: String) -> String {
    path
}

/// Read a file.
#[tool(name = "type")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    r#type(read_file("a".into()));
}
