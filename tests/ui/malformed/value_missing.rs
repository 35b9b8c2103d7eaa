//! Nothing after `=`.

use toolcrib::tool;

/// Read a file.
#[tool(name = , title = "Read file")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
