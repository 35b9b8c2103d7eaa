//! A name with a dot, which some providers refuse.

use toolcrib::tool;

/// Read a file.
#[tool(name = "fs.read")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
