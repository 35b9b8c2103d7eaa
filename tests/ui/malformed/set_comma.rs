//! A comma too many in a list.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "head", set(,lines = 1)))]
fn read_file(path: String, lines: Option<u32>) -> String {
    path + &lines.unwrap_or(0).to_string()
}

fn main() {
    read_file("a".into(), None);
}
