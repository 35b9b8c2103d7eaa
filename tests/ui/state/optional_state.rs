//! State that may be missing.

use std::sync::atomic::AtomicU32;

use toolcrib::{State, tool};

/// Count.
#[tool]
fn count(counter: Option<State<AtomicU32>>) -> String {
    format!("{counter:?}")
}

fn main() {
    count(None);
}
