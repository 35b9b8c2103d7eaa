//! A note is for those who still use a deprecated name.

use toolcrib::tool;

/// Read a file.
#[tool(note = "slow")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
