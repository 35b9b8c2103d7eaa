//! An argument that would have to stay for ever.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(path: &'static str) -> String {
    path.into()
}

fn main() {
    read_file("a");
}
