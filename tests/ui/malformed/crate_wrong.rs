//! A way that does not lead to toolcrib.
//! errors: 2

use toolcrib::tool;

/// Read a file.
#[tool(crate = crate::elsewhere)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
