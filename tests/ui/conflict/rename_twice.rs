//! One old argument with two new names.

use toolcrib::tool;

/// Copy a file.
#[tool(alias(name = "cp", rename(file = "from", file = "to")))]
fn copy(from: String, to: String) -> String {
    from + &to
}

fn main() {
    copy("a".into(), "b".into());
}
