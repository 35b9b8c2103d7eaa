//! An argument whose type has no name.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(path: impl AsRef<str>) -> String {
    path.as_ref().into()
}

fn main() {
    read_file("a");
}
