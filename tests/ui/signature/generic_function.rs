//! A function with a type parameter.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file<P: AsRef<str>>(path: P) -> String {
    path.as_ref().into()
}

fn main() {
    read_file("a");
}
