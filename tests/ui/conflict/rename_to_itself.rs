//! An argument renamed to the name it has.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "head", rename(path = "path")))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
