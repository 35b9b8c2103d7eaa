//! A tool whose attribute is wrong is still a tool to those that name it: one error.

use toolcrib::{Toolset, tool, toolset};

/// Read a file.
#[tool(titel = "Read")]
fn read(path: String) -> String {
    path
}

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = read)]
fn read_file(path: String) -> String {
    path
}

const TOOLS: Toolset = toolset![read, read_file];

fn main() {
    let _ = TOOLS;
    read_file(read("a".into()));
}
