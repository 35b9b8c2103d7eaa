//! A method is no tool.

use toolcrib::tool;

struct Files;

impl Files {
    /// Read a file.
    #[tool]
    fn read_file(&self, path: String) -> String {
        path
    }
}

fn main() {
    Files.read_file("a".into());
}
