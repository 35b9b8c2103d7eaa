//! The release that removes it is here: the crate's version is 0.0.0.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "hidden", remove_in = "0.0.0")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
