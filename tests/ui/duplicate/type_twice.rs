//! One type annotated twice, under two names.

use toolcrib::{Context, Tool, ToolError, tool};

#[derive(Default)]
struct ReadFile;

/// Read a file.
#[tool(name = "read")]
impl Tool for ReadFile {
    type Args = ();
    type Output = String;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<String, ToolError> {
        Ok(String::new())
    }
}

/// Read a file.
#[tool(name = "cat")]
impl Tool for ReadFile {
    type Args = ();
    type Output = String;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<String, ToolError> {
        Ok(String::new())
    }
}

fn main() {}
