//! `Args` holds all arguments.

use toolcrib::schemars::JsonSchema;
use toolcrib::serde::Deserialize;
use toolcrib::{Args, tool};

#[derive(Deserialize, JsonSchema)]
#[serde(crate = "toolcrib::serde")]
#[schemars(crate = "toolcrib::schemars")]
struct Lines {
    lines: u32,
}

/// Read a file.
#[tool]
fn read_file(path: String, Args(args): Args<Lines>) -> String {
    path + &args.lines.to_string()
}

fn main() {
    read_file("a".into(), Args(Lines { lines: 1 }));
}
