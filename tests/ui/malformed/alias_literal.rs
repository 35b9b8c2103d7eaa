//! A name in the place of an alias's keys.

use toolcrib::tool;

/// Read a file.
#[tool(alias("cat"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
