//! What is returned is the tool's own.

use std::sync::Arc;

use toolcrib::{State, tool};

/// Say a name.
#[tool]
fn name(names: State<Vec<String>>) -> Option<Arc<dyn Fn()>> {
    drop(names);
    None
}

fn main() {
    name(State(Arc::default()));
}
