//! A type that borrows.

use toolcrib::{Context, Tool, ToolError, tool};

struct Lookup<'a>(&'a str);

/// Look up a word.
#[tool]
impl Tool for Lookup<'_> {
    type Args = ();
    type Output = String;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<String, ToolError> {
        Ok(self.0.into())
    }
}

fn main() {
    let _ = Lookup("a").0;
}
