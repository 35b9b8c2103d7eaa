//! The codewhale example.

fn main() {}
