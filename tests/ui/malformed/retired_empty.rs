//! A retired name that says nothing.
//! errors: 2

toolcrib::retired! {}

fn main() {}
