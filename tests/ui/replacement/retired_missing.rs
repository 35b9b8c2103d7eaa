//! A retired name that is replaced by nothing.

toolcrib::retired! { name = "cat", since = "1.0.0", replacement = read_file }

fn main() {}
