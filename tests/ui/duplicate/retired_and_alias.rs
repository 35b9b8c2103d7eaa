//! A retired name that is an alias too.

use toolcrib::tool;

toolcrib::retired! { name = "cat-file", since = "1.0.0" }

/// Read a file.
#[tool(alias(name = "cat-file"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
