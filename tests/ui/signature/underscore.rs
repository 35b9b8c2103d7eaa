//! An argument that is called nothing.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(_: String) -> String {
    String::new()
}

fn main() {
    read_file("a".into());
}
