//! A version with two numbers.

use toolcrib::tool;

/// Read a file.
#[tool(since = "0.8")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
