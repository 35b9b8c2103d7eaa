//! Any number of arguments.

use toolcrib::tool;

/// Join words.
#[tool]
fn join(word: String, _: ...) -> String {
    word
}

fn main() {}
