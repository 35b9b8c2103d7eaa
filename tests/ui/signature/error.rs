//! An error that is none.

use toolcrib::tool;

#[derive(Debug)]
struct NotFound;

/// Read a file.
#[tool]
fn read_file(path: String) -> Result<String, NotFound> {
    if path.is_empty() { Err(NotFound) } else { Ok(path) }
}

fn main() {
    read_file("a".into()).unwrap();
}
