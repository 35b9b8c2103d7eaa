//! A misspelt key of an alias: its name is not called missing too.

use toolcrib::tool;

/// Read a file.
#[tool(alias(nmae = "cat"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
