//! A receiver may have a type, and is one all the same.

use std::sync::Arc;

use toolcrib::tool;

struct Files;

impl Files {
    /// Read a file.
    #[tool]
    async fn read_file(self: Arc<Self>, path: String) -> String {
        path
    }
}

fn main() {
    drop(Arc::new(Files).read_file("a".into()));
}
