//! Arguments are a type.

use toolcrib::arguments;

#[arguments]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
