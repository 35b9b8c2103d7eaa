//! The description of a parameter is its doc comment.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(#[arg(description = "where it is")] path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
