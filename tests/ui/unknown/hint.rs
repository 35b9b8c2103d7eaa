//! A key of another place.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = "read", hint = "it reads faster")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
