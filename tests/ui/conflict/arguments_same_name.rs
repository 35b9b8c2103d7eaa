//! Two arguments of one name.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(path: String, #[arg(name = "path")] other: String) -> String {
    path + &other
}

fn main() {
    read_file("a".into(), "b".into());
}
