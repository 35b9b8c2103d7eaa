//! The path of a tool that is private elsewhere.

use toolcrib::tool;

mod fs {
    /// Read a file.
    #[toolcrib::tool]
    fn read(path: String) -> String {
        path
    }
}

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = fs::read)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
