//! A type of one's own that is called `State`.

use toolcrib::tool;

struct State<T>(T);

/// Count.
#[tool]
fn count(counter: State<u32>) -> u32 {
    counter.0
}

fn main() {
    count(State(1));
}
