//! A retired name that is replaced by a tool that no model sees.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "hidden")]
fn read_file(path: String) -> String {
    path
}

toolcrib::retired! { name = "cat", since = "1.0.0", replacement = read_file }

fn main() {
    read_file("a".into());
}
