//! `#[arg]` that says nothing.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(#[arg] path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
