//! A type whose attribute is wrong keeps its implementation and what is called on it.

use toolcrib::{Context, Registry, Tool, ToolError, Toolset, tool, toolset};

#[derive(Default)]
struct ReadFile;

impl ReadFile {
    fn still_here(&self) -> u8 {
        1
    }
}

/// Read a file.
#[tool(lifecycel = "deferred")]
impl Tool for ReadFile {
    type Args = ();
    type Output = u8;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<u8, ToolError> {
        Ok(self.still_here())
    }
}

const TOOLS: Toolset = toolset![ReadFile];

fn main() {
    ReadFile.still_here();
    let _ = Registry::builder().toolset(TOOLS).tool::<ReadFile>().build();
}
