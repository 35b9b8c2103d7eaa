//! State is taken by value: it is cheap to clone.

use std::sync::atomic::AtomicU32;

use toolcrib::{State, tool};

/// Count.
#[tool]
fn count(counter: &State<AtomicU32>) -> String {
    format!("{counter:?}")
}

fn main() {
    count(&State(AtomicU32::new(0).into()));
}
