//! An alias is never deferred.

use toolcrib::tool;

/// Read a file.
#[tool(alias(name = "cat", lifecycle = "deferred"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
