//! An argument that cannot be read.

use toolcrib::schemars::JsonSchema;
use toolcrib::tool;

#[derive(JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
struct Path(String);

/// Read a file.
#[tool]
fn read_file(path: Path) -> String {
    path.0
}

fn main() {
    read_file(Path("a".into()));
}
