//! A description that is no text.

use toolcrib::tool;

#[tool(description = 3)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
