//! An error that does not go from thread to thread.

use std::error::Error;

use toolcrib::tool;

/// Read a file.
#[tool]
async fn read_file(path: String) -> Result<String, Box<dyn Error>> {
    Ok(path)
}

fn main() {
    drop(read_file("a".into()));
}
