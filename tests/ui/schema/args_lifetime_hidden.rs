//! The same, its lifetime left out.

use std::borrow::Cow;

use toolcrib::schemars::JsonSchema;
use toolcrib::serde::Deserialize;
use toolcrib::{Args, tool};

#[derive(Deserialize, JsonSchema)]
#[serde(crate = "toolcrib::serde")]
#[schemars(crate = "toolcrib::schemars")]
struct ReadArgs<'a> {
    #[serde(borrow)]
    path: Cow<'a, str>,
}

/// Read a file.
#[tool]
fn read_file(Args(args): Args<ReadArgs>) -> String {
    args.path.into_owned()
}

fn main() {
    read_file(Args(ReadArgs { path: "a".into() }));
}
