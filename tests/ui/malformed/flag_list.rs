//! A flag with parentheses.

use toolcrib::tool;

/// Read a file.
#[tool(parallel_safe(true))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
