//! A replacement that is neither a name nor a path.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = 3)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
