//! A future that nobody awaits.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(path: String) -> impl Future<Output = String> {
    std::future::ready(path)
}

fn main() {
    drop(read_file("a".into()));
}
