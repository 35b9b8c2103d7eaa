//! A name of an argument that a provider refuses.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(#[arg(name = "$path")] path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
