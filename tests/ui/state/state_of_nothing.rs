//! A `State` without its type.

use toolcrib::{State, tool};

/// Count.
#[tool]
fn count(#[state] counter: State) -> String {
    format!("{counter:?}")
}

fn main() {}
