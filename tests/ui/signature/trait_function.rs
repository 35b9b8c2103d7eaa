//! A function of a trait.

use toolcrib::tool;

trait Files {
    /// Read a file.
    #[tool(name = "read")]
    fn read_file(path: String) -> String {
        path
    }
}

impl Files for u8 {}

fn main() {
    <u8 as Files>::read_file("a".into());
}
