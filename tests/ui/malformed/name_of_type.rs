//! A type that has no name of its own.

use toolcrib::{Context, Tool, ToolError, tool};

struct Files;

/// Read a file.
#[tool]
impl Tool for &'static Files {
    type Args = ();
    type Output = String;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<String, ToolError> {
        Ok(String::new())
    }
}

fn is_tool<T: Tool>() {}

fn main() {
    is_tool::<&'static Files>();
}
