//! An argument that has no schema.

use toolcrib::serde::Deserialize;
use toolcrib::tool;

#[derive(Deserialize)]
#[serde(crate = "toolcrib::serde")]
struct Path(String);

/// Read a file.
#[tool]
fn read_file(path: Path) -> String {
    path.0
}

fn main() {
    read_file(Path("a".into()));
}
