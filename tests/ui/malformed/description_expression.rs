//! A description that is put together when it runs.

use toolcrib::tool;

const WHAT: &str = "file";

#[tool(description = "Read a ".to_owned() + WHAT)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file(WHAT.into());
}
