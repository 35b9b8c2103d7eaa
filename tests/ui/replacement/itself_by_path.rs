//! A tool that replaces itself, by its path.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = self::read_file)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
