//! A retired name without the name.

toolcrib::retired! { since = "1.0.0" }

fn main() {}
