//! The same in a type.

use std::rc::Rc;

use toolcrib::{Context, Tool, ToolError, tool};

async fn pause() {}

#[derive(Default)]
struct ReadFile;

/// Read a file.
#[tool]
impl Tool for ReadFile {
    type Args = ();
    type Output = String;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<String, ToolError> {
        let path = Rc::new(String::new());
        pause().await;
        Ok(path.to_string())
    }
}

fn main() {}
