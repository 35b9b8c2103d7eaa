//! A replacement is a tool's name, which a model is sent.

toolcrib::retired! { name = "container.exec", since = "1.0.0", replacement = "web.run" }

fn main() {}
