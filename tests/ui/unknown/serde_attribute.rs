//! What serde writes on fields is written with `#[arg(..)]` on parameters.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(path: String, #[serde(default)] lines: u32) -> String {
    path + &lines.to_string()
}

fn main() {
    read_file("a".into(), 1);
}
