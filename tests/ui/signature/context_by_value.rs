//! The context is borrowed.

use toolcrib::{Context, tool};

/// Say the id of the call.
#[tool]
fn call_id(cx: Context<'_>) -> String {
    cx.call_id().into()
}

fn main() {
    call_id(Context::new());
}
