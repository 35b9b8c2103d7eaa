//! A default of another type.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(path: String, #[arg(default = "ten")] lines: u32) -> String {
    path + &lines.to_string()
}

fn main() {
    read_file("a".into(), 1);
}
