//! A key that resembles none.

use toolcrib::tool;

/// Read a file.
#[tool(colour = "red")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
