//! An alias renames to an argument that the tool does not have.

use toolcrib::tool;

/// List files.
#[tool(alias(name = "dir", rename(folder = "path")))]
fn list() -> String {
    String::new()
}

fn main() {
    list();
}
