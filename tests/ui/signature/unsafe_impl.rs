//! The trait is safe.

use toolcrib::{Context, Tool, ToolError, tool};

#[derive(Default)]
struct ReadFile;

/// Read a file.
#[tool]
unsafe impl Tool for ReadFile {
    type Args = ();
    type Output = String;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<String, ToolError> {
        Ok(String::new())
    }
}

fn main() {}
