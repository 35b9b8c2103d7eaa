//! All arguments as a struct that cannot be read.

use toolcrib::schemars::JsonSchema;
use toolcrib::{Args, tool};

#[derive(JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
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
