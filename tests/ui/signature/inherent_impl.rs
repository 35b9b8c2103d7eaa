//! An `impl` without a trait.

use toolcrib::tool;

struct Files;

/// Files.
#[tool]
impl Files {
    fn read(&self) {}
}

fn main() {
    Files.read();
}
