//! One name in a module and in the body of a function.

use toolcrib::tool;

/// Read a file.
#[tool(name = "read")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    /// Read a page.
    #[tool]
    fn read(url: String) -> String {
        url
    }

    read_file(read("a".into()));
}
