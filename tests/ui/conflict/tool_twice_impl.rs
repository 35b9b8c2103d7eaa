//! Two attributes on one implementation.

use toolcrib::{Context, Tool, ToolError};

#[derive(Default)]
struct ReadFile;

/// Read a file.
#[toolcrib::tool]
#[toolcrib::tool(name = "cat")]
impl Tool for ReadFile {
    type Args = ();
    type Output = String;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<String, ToolError> {
        Ok(String::new())
    }
}

fn is_tool<T: Tool>() {}

fn main() {
    is_tool::<ReadFile>();
}
