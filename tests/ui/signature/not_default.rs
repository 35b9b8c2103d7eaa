//! A type that cannot make itself.

use toolcrib::{Context, Tool, ToolError, tool};

struct ReadFile(u16);

/// Read a file.
#[tool]
impl Tool for ReadFile {
    type Args = ();
    type Output = u16;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<u16, ToolError> {
        Ok(self.0)
    }
}

fn main() {}
