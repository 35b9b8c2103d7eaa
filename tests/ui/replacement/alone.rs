//! A replacement that is not said is not called missing too.

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "deprecated", replacement)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
