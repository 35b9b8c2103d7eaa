//! Two `#[arg(..)]` on one parameter.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(#[arg(default)] #[arg(name = "file")] path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
