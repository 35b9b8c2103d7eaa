//! An alias and a tool of one name in a list.

use toolcrib::{Toolset, tool, toolset};

/// Read a file.
#[tool(alias(name = "read", lifecycle = "hidden"), register = false)]
fn read_file(path: String) -> String {
    path
}

/// Read a page.
#[tool(register = false)]
fn read(url: String) -> String {
    url
}

const TOOLS: Toolset = toolset![read, read_file];

fn main() {
    let _ = TOOLS;
    read_file(read("a".into()));
}
