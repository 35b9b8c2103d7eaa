//! A misspelt key of a retired name.

toolcrib::retired! { name = "cat", since = "1.0.0", replacment = "read_file" }

fn main() {}
