//! A retired name that is replaced by a type that is no tool.

struct NotATool;

toolcrib::retired! { name = "cat", since = "1.0.0", replacement = NotATool }

fn main() {
    let _ = NotATool;
}
