//! A tool that takes one struct and no reference to it.

use toolcrib::schemars::JsonSchema;
use toolcrib::serde::Deserialize;
use toolcrib::{Args, tool};

#[derive(Deserialize, JsonSchema)]
#[serde(crate = "toolcrib::serde")]
#[schemars(crate = "toolcrib::schemars")]
struct ReadArgs {
    path: String,
}

/// Read a file.
#[tool]
fn read_file(args: &Args<ReadArgs>) -> String {
    args.path.clone()
}

fn main() {
    read_file(&Args(ReadArgs { path: "a".into() }));
}
