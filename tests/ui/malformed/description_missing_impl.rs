//! A type that nothing describes.

use toolcrib::{Context, Tool, ToolError, tool};

#[derive(Default)]
struct ReadFile;

#[tool]
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
