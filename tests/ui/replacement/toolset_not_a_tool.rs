//! A list with a type that is no tool.

use toolcrib::{Toolset, toolset};

struct NotATool;

const TOOLS: Toolset = toolset![NotATool];

fn main() {
    let _ = (TOOLS, NotATool);
}
