//! Everything of a deprecated tool but its state: one mistake.

use toolcrib::tool;

/// Read a file.
#[tool(replacement = "read", remove_in = "9.0.0", note = "slow")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
