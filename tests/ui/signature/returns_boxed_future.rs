//! A future in a box.

use std::pin::Pin;

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(path: String) -> Pin<Box<dyn Future<Output = String> + Send>> {
    Box::pin(std::future::ready(path))
}

fn main() {
    drop(read_file("a".into()));
}
