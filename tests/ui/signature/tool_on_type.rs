//! The attribute on the type in place of the implementation.

use toolcrib::{Context, Tool, ToolError, tool};

/// Read a file.
#[tool(read_only)]
#[derive(Default)]
struct ReadFile;

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
