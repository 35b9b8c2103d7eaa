//! One name twice in a list: what is not registered is checked there.

use toolcrib::{Toolset, tool, toolset};

/// Read a file.
#[tool(name = "read", register = false)]
fn read_file(path: String) -> String {
    path
}

/// Read a page.
#[tool(name = "read", register = false)]
fn read_page(url: String) -> String {
    url
}

const TOOLS: Toolset = toolset![read_file, read_page];

fn main() {
    let _ = TOOLS;
    read_file(read_page("a".into()));
}
