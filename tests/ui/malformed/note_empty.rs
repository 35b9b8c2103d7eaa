//! A note and a hint that say nothing.
//! errors: 2

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "cat", lifecycle = "deprecated", note = " "))]
fn read_file(path: String) -> String {
    path
}

toolcrib::retired! { name = "type", since = "1.0.0", hint = "" }

fn main() {
    read_file("a".into());
}
