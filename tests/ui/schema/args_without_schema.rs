//! All arguments as a struct that has no schema.

use toolcrib::serde::Deserialize;
use toolcrib::{Args, tool};

#[derive(Deserialize)]
#[serde(crate = "toolcrib::serde")]
struct ReadArgs {
    path: String,
}

/// Read a file.
#[tool]
fn read_file(Args(args): Args<ReadArgs>) -> String {
    args.path
}

fn main() {
    read_file(Args(ReadArgs { path: "a".into() }));
}
