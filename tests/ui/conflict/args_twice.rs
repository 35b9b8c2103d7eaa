//! Two `Args`.

use toolcrib::{Args, tool};

/// Read a file.
#[tool]
fn read_file(a: Args<()>, b: Args<()>) -> String {
    format!("{a:?}{b:?}")
}

fn main() {
    read_file(Args(()), Args(()));
}
