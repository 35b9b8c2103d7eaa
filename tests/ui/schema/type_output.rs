//! A type's output that cannot be written.

use toolcrib::{Context, Tool, ToolError, tool};

struct Text(String);

#[derive(Default)]
struct ReadFile;

/// Read a file.
#[tool]
impl Tool for ReadFile {
    type Args = ();
    type Output = Text;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<Text, ToolError> {
        Ok(Text(String::new()))
    }
}

fn main() {
    let _ = Text(String::new()).0;
}
