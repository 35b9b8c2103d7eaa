//! A type that replaces itself.

use toolcrib::{Context, Tool, ToolError, tool};

#[derive(Default)]
struct ReadFile;

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = ReadFile)]
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
