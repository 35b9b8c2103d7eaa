//! A constant that is no text.

use toolcrib::tool;

const WHAT: u32 = 3;

#[tool(description = WHAT)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file(WHAT.to_string());
}
