//! A function with a lifetime.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file<'a>(path: &'a str) -> String {
    path.into()
}

fn main() {
    read_file("a");
}
