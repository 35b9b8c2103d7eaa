//! Two tools that replace each other.
//! errors: 2

use toolcrib::tool;

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = cat)]
fn read_file(path: String) -> String {
    path
}

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = read_file)]
fn cat(path: String) -> String {
    path
}

fn main() {
    cat(read_file("a".into()));
}
