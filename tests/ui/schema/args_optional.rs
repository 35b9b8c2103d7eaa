//! There are always arguments, if only none.

use toolcrib::{Args, arguments, tool};

#[arguments]
struct ReadArgs {
    path: String,
}

/// Read a file.
#[tool]
fn read_file(args: Option<Args<ReadArgs>>) -> String {
    args.map(|args| args.0.path).unwrap_or_default()
}

fn main() {
    read_file(None);
}
