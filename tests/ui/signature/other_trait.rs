//! An `impl` of another trait.

use std::fmt;

use toolcrib::tool;

struct Files;

/// Files.
#[tool]
impl fmt::Display for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("files")
    }
}

fn main() {
    println!("{Files}");
}
