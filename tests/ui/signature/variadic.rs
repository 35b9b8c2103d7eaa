//! Any number of arguments.

use toolcrib::tool;

/// Join words.
#[tool]
fn join(word: String, ...) -> String {
    word
}

fn main() {}
