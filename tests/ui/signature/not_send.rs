//! What is held over an `.await` goes from thread to thread.

use std::rc::Rc;

use toolcrib::tool;

async fn pause() {}

/// Read a file.
#[tool]
async fn read_file(path: String) -> String {
    let path = Rc::new(path);
    pause().await;
    path.to_string()
}

fn main() {
    drop(read_file("a".into()));
}
