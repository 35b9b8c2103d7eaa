//! The same inside of a result.

use toolcrib::tool;

struct Text(String);

/// Read a file.
#[tool]
async fn read_file(path: String) -> std::io::Result<Text> {
    Ok(Text(path))
}

fn main() {
    drop(read_file("a".into()));
    let _ = Text(String::new()).0;
}
