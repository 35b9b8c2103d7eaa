//! A chain: the replacement is deprecated too.

use toolcrib::{Context, Tool, ToolError, tool};

/// Read a file.
#[tool]
fn read(path: String) -> String {
    path
}

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = read)]
fn cat(path: String) -> String {
    path
}

#[derive(Default)]
struct ReadFile;

/// Read a file.
#[tool(lifecycle = "deprecated", replacement = cat)]
impl Tool for ReadFile {
    type Args = ();
    type Output = String;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<String, ToolError> {
        Ok(read(cat("a".into())))
    }
}

fn main() {}
