//! One name retired twice.

toolcrib::retired! { name = "cat", since = "1.0.0" }

mod old {
    toolcrib::retired! { name = "cat", since = "0.9.0" }
}

fn main() {}
