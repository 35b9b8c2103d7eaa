//! An adapter that takes something else.

use toolcrib::tool;

fn from_cat(arguments: String) -> String {
    arguments
}

/// Read a file.
#[tool(alias(name = "cat", adapt = from_cat))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file(from_cat("a".into()));
}
