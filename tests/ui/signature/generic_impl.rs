//! An `impl` for many types.

use std::marker::PhantomData;

use toolcrib::{Context, Tool, ToolError, tool};

#[derive(Default)]
struct Read<T>(PhantomData<T>);

/// Read something.
#[tool]
impl<T: Send + Sync + 'static> Tool for Read<T> {
    type Args = ();
    type Output = String;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<String, ToolError> {
        Ok(String::new())
    }
}

fn is_tool<T: Tool>() {}

fn main() {
    is_tool::<Read<u8>>();
}
