//! A retired name that replaces itself.

toolcrib::retired! { name = "cat", since = "1.0.0", replacement = "cat" }

fn main() {}
