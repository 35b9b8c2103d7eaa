//! A parameter's name that a provider refuses.

use toolcrib::tool;

/// Read a file.
#[tool]
fn read_file(größe: u32) -> u32 {
    größe
}

fn main() {
    read_file(1);
}
