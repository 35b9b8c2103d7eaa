//! `from_state` takes no value but a boolean.

use toolcrib::{Context, Tool, ToolError, tool};

struct ReadFile(u16);

/// Read a file.
#[tool(from_state = ReadFile)]
impl Tool for ReadFile {
    type Args = ();
    type Output = u16;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<u16, ToolError> {
        Ok(self.0)
    }
}

fn is_tool<T: Tool>() {}

fn main() {
    is_tool::<ReadFile>();
}
