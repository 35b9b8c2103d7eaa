//! The same in a result, awaited.

use std::borrow::Cow;

use toolcrib::tool;

/// Trim a text.
#[tool]
async fn trim(text: &str) -> Result<Cow<'_, str>, String> {
    Ok(text.trim().into())
}

fn main() {
    drop(trim(" a "));
}
