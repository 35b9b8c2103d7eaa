//! A struct is no tool.

use toolcrib::tool;

/// Read a file.
#[tool]
struct ReadFile {
    path: String,
}

fn main() {
    let _ = ReadFile { path: String::new() }.path;
}
