//! A list of names in place of paths.

use toolcrib::{Toolset, toolset};

const TOOLS: Toolset = toolset!["read_file"];

fn main() {
    let _ = TOOLS;
}
