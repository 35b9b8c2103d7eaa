//! Several mistakes in one attribute, all of them told at once.
//! errors: 11

use toolcrib::tool;

#[tool(
    name = "read file",
    titel = "Read file",
    lifecycle = "depricated",
    read_only = 1,
    alias(name = "read", lifecycle = "active"),
    alias(lifecycle = "hidden"),
    since = "one",
    tags("fs", 7),
)]
fn read_file(#[arg(default = )] path: String, (a, b): (u8, u8)) -> String {
    path + &(a + b).to_string()
}

fn main() {
    read_file("a".into(), (1, 2));
}
