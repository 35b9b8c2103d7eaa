//! An alias that ends with a space.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "cat file "))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
