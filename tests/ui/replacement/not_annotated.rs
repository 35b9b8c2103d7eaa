//! The path of a type whose implementation has no attribute.

use toolcrib::{Context, Tool, ToolError, tool};

#[derive(Default)]
struct Read;

impl Tool for Read {
    type Args = ();
    type Output = String;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<String, ToolError> {
        Ok(String::new())
    }
}

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = Read)]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
