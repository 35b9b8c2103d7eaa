//! A retired name without the version that has it no more.

toolcrib::retired! { name = "cat" }

fn main() {}
