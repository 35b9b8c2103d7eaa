//! `set` without its list.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "head", set = 10))]
fn read_file(path: String, lines: Option<u32>) -> String {
    path + &lines.unwrap_or(0).to_string()
}

fn main() {
    read_file("a".into(), None);
}
