//! A function for C is no tool.

use toolcrib::tool;

/// Add one.
#[tool]
extern "C" fn add_one(n: u32) -> u32 {
    n + 1
}

fn main() {
    add_one(1);
}
