//! An argument that has neither.

use toolcrib::tool;

struct Path(String);

/// Read a file.
#[tool]
fn read_file(path: Option<Path>) -> String {
    path.map(|path| path.0).unwrap_or_default()
}

fn main() {
    read_file(Some(Path("a".into())));
}
