//! An unsafe function is no tool.

use toolcrib::tool;

/// Read a file.
#[tool]
unsafe fn read_file(path: String) -> String {
    path
}

fn main() {
    let _ = unsafe { read_file("a".into()) };
}
