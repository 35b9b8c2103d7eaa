//! A future under a name of one's own.

use std::future::Ready;

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(path: String) -> Ready<String> {
    std::future::ready(path)
}

fn main() {
    drop(read_file("a".into()));
}
