//! What is returned is lent by an argument.

use toolcrib::tool;

/// The first word.
#[tool]
fn first_word(text: &str) -> Option<&str> {
    text.split(' ').next()
}

fn main() {
    first_word("a b");
}
