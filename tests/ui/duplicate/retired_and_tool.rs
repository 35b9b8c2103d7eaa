//! A retired name is never used again.

use toolcrib::{retired, tool};

retired! { name = "cat", since = "1.0.0", replacement = "read_file" }

/// Read a file.
#[tool(lifecycle = "deferred")]
fn cat(path: String) -> String {
    path
}

fn main() {
    cat("a".into());
}
