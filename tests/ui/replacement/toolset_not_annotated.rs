//! A list with a type whose implementation has no attribute.

use toolcrib::{Context, Tool, ToolError, Toolset, toolset};

#[derive(Default)]
struct ReadFile;

impl Tool for ReadFile {
    type Args = ();
    type Output = String;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<String, ToolError> {
        Ok(String::new())
    }
}

const TOOLS: Toolset = toolset![ReadFile];

fn main() {
    let _ = TOOLS;
}
