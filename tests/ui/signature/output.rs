//! What is returned can be written as JSON.

use toolcrib::tool;

struct Text(String);

/// Read a file.
#[tool]
fn read_file(path: String) -> Text {
    Text(path)
}

fn main() {
    let _ = read_file("a".into()).0;
}
