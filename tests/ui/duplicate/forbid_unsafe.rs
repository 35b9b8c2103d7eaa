//! One name twice in a crate without unsafe code.

#![forbid(unsafe_code)]

use toolcrib::tool;

/// Read a file.
#[tool(name = "read")]
fn read_file(path: String) -> String {
    path
}

/// Read a page.
#[tool(name = "read", lifecycle = "deferred")]
async fn read_page(url: String) -> String {
    url
}

fn main() {
    read_file("a".into());
    drop(read_page("b".into()));
}
