//! An argument without a name.

use toolcrib::tool;

/// Add numbers.
#[tool]
fn add((a, b): (u32, u32)) -> u32 {
    a + b
}

fn main() {
    add((1, 2));
}
