//! Each tag is a string, and says something.
//! errors: 4

use toolcrib::tool;

/// Read a file.
#[tool(tags(fs, 3, "", "read", "read"))]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
