//! A function that is a tool is a name among types too.
//! errors: 2

use toolcrib::tool;

mod read_file {}

/// Read a file.
#[tool]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
