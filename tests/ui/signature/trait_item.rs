//! A trait is no tool.

use toolcrib::tool;

/// Files.
#[tool]
trait Files {
    fn read(&self);
}

impl Files for u8 {
    fn read(&self) {}
}

fn main() {
    3_u8.read();
}
