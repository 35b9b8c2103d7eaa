//! The github example.

fn main() {}
