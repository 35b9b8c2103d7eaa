//! The toolbox of a conversation.

#[path = "toolbox/batch.rs"]
mod batch;
#[path = "toolbox/load.rs"]
mod load;
#[path = "toolbox/random.rs"]
mod random;
#[path = "toolbox/restore.rs"]
mod restore;

use toolcrib::toolbox::{Limits, Toolbox};

fn small(tools: usize, bytes: usize) -> Toolbox {
    Toolbox::new(Limits { tools, bytes })
}

fn names(toolbox: &Toolbox) -> Vec<&str> {
    toolbox.names().collect()
}

/// The bytes as they would be sent.
fn sent(toolbox: &Toolbox) -> String {
    toolbox.definitions().collect::<Vec<_>>().join(",")
}
