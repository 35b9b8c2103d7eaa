//! A doc comment that says nothing.

use toolcrib::tool;

///
#[tool]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
