//! A function of a type is no tool either.

use toolcrib::tool;

struct Files;

impl Files {
    /// Read a file.
    #[tool]
    fn read_file(path: String) -> String {
        path
    }
}

fn main() {
    Files::read_file("a".into());
}
