//! Dispatch, measured.

fn main() {}
