//! A name must be a literal: it is checked when it is expanded.

use toolcrib::tool;

const NAME: &str = "read";

/// Read a file.
#[tool(name = NAME)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file(NAME.into());
}
