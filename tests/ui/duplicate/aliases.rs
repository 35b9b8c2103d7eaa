//! Two aliases of one name, of different tools.

use toolcrib::{Context, Tool, ToolError, tool};

/// Read a file.
#[tool(alias(name = "cat"))]
fn read_file(path: String) -> String {
    path
}

#[derive(Default)]
struct ReadPage;

/// Read a page.
#[tool(alias(name = "cat"))]
impl Tool for ReadPage {
    type Args = ();
    type Output = String;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<String, ToolError> {
        Ok(read_file("a".into()))
    }
}

fn main() {}
