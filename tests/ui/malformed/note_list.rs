//! A note is one text.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = "read", note("slow"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
