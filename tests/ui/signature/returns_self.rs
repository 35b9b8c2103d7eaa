//! A function that makes its type.

use toolcrib::tool;

struct Files(String);

impl Files {
    /// Open a file.
    #[tool]
    fn open(path: String) -> Option<Self> {
        Some(Self(path))
    }
}

fn main() {
    let _ = Files::open("a".into()).map(|files| files.0);
}
