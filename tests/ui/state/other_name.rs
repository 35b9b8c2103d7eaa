//! State under another name, which is not marked.

use std::sync::atomic::AtomicU32;

use toolcrib::{State, tool};

type Counter = State<AtomicU32>;

/// Count.
#[tool]
fn count(counter: Counter) -> String {
    format!("{counter:?}")
}

fn main() {
    count(State(AtomicU32::new(0).into()));
}
