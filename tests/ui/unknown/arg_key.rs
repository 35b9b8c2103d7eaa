//! A misspelt key of a parameter.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(path: String, #[arg(defualt = 10)] lines: u32) -> String {
    path + &lines.to_string()
}

fn main() {
    read_file("a".into(), 1);
}
