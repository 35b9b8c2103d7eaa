//! A reference inside of a type would break at the first escape in the JSON.
//! errors: 2

use toolcrib::tool;

/// Join words.
#[tool]
fn join(words: Vec<&str>, separator: Option<&str>) -> String {
    words.join(separator.unwrap_or(" "))
}

fn main() {
    join(vec!["a"], None);
}
