//! A retired name is removed: it has no other state.

toolcrib::retired! { name = "cat", since = "1.0.0", lifecycle = "removed" }

fn main() {}
