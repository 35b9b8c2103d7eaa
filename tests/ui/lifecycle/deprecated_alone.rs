//! A deprecated tool says what to use instead.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "deprecated", since = "0.1.0")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
