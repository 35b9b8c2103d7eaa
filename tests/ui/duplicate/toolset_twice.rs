//! One tool twice in a list.

use toolcrib::{Toolset, tool, toolset};

/// Read a file.
#[tool(alias(name = "cat"))]
fn read_file(path: String) -> String {
    path
}

const TOOLS: Toolset = toolset![read_file, read_file];

fn main() {
    let _ = TOOLS;
    read_file("a".into());
}
