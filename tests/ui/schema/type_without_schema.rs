//! A type's arguments that have no schema.

use toolcrib::serde::Deserialize;
use toolcrib::{Context, Tool, ToolError, tool};

#[derive(Deserialize)]
#[serde(crate = "toolcrib::serde")]
struct ReadArgs {
    path: String,
}

#[derive(Default)]
struct ReadFile;

/// Read a file.
#[tool]
impl Tool for ReadFile {
    type Args = ReadArgs;
    type Output = String;

    async fn call(&self, args: ReadArgs, _cx: &Context<'_>) -> Result<String, ToolError> {
        Ok(args.path)
    }
}

fn main() {}
