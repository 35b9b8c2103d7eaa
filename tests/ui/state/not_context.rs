//! `#[context]` on a type that is no context.

use toolcrib::tool;

/// Count.
#[tool]
fn count(#[context] counter: u32) -> u32 {
    counter
}

fn main() {
    count(1);
}
