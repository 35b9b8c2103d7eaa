//! A number that JSON cannot write.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "head", set(lines = 340282366920938463463374607431768211455)))]
fn read_file(path: String, lines: Option<u32>) -> String {
    path + &lines.unwrap_or(0).to_string()
}

fn main() {
    read_file("a".into(), None);
}
