//! An argument that is there in some builds only.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(path: String, #[cfg(unix)] mode: u32) -> String {
    let _ = mode;
    path
}

fn main() {
    read_file("a".into(), 0);
}
