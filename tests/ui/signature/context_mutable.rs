//! The context is shared.

use toolcrib::{Context, tool};

/// Say the id of the call.
#[tool]
fn call_id(cx: &mut Context<'_>) -> String {
    cx.call_id().into()
}

fn main() {
    call_id(&mut Context::new());
}
