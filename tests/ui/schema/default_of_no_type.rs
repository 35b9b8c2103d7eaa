//! A default beside a type that is no argument.

use toolcrib::tool;

#[derive(Default)]
struct Path(String);

/// Read a file.
#[tool]
fn read_file(#[arg(default)] path: Path) -> String {
    path.0
}

fn main() {
    read_file(Path::default());
}
