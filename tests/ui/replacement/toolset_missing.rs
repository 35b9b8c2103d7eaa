//! A list with a path of nothing.

use toolcrib::{Toolset, toolset};

const TOOLS: Toolset = toolset![read_file];

fn main() {
    let _ = TOOLS;
}
