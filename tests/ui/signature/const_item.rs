//! A constant is no tool.

use toolcrib::tool;

/// A file.
#[tool]
const FILE: &str = "a";

fn main() {
    let _ = FILE;
}
