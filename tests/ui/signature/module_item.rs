//! A module is no tool.

use toolcrib::tool;

/// Files.
#[tool]
mod files {
    pub fn read() {}
}

fn main() {
    files::read();
}
