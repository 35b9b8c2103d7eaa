//! All that is wrong with a retired name.
//! errors: 4

toolcrib::retired! { name = "cat\nfile", since = "1", replacement = 3, hint = 4 }

fn main() {}
