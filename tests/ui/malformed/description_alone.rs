//! `description` without a text is not called missing too.

use toolcrib::tool;

#[tool(description)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
