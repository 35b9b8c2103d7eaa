//! A state is a string.

use toolcrib::{Lifecycle, tool};

/// Read a file.
#[tool(lifecycle = Lifecycle::Deferred)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file(format!("{:?}", Lifecycle::Deferred));
}
