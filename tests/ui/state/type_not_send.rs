//! A tool's value is shared between threads.
//! errors: 3

use std::rc::Rc;

use toolcrib::{Context, Tool, ToolError, tool};

#[derive(Default)]
struct ReadFile(Rc<u8>);

/// Read a file.
#[tool]
impl Tool for ReadFile {
    type Args = ();
    type Output = u8;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<u8, ToolError> {
        Ok(1)
    }
}

fn main() {
    let _ = ReadFile::default().0;
}
