//! `set` takes literals.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "head", set(path = "a", lines = [1, 2])))]
fn read_file(path: String, lines: Option<u32>) -> String {
    path + &lines.unwrap_or(0).to_string()
}

fn main() {
    read_file("a".into(), None);
}
