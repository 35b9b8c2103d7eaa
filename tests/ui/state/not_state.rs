//! `#[state]` on a type that is no `State`.

use toolcrib::tool;

/// Count.
#[tool]
fn count(#[state] counter: u32) -> u32 {
    counter
}

fn main() {
    count(1);
}
