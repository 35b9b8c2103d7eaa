//! State is shared between threads.

use std::cell::Cell;

use toolcrib::{State, tool};

/// Count.
#[tool]
fn count(counter: State<Cell<u32>>) -> u32 {
    counter.get()
}

fn main() {
    count(State(Cell::new(1).into()));
}
