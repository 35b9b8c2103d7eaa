//! A description that says nothing.

use toolcrib::tool;

#[tool(description = " ")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
