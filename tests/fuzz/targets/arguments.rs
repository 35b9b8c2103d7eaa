#![no_main]
//! See bodies/arguments.rs.

#[path = "../bodies/arguments.rs"]
mod arguments;
#[path = "../bodies/harmless.rs"]
mod harmless;

libfuzzer_sys::fuzz_target!(|data: &[u8]| arguments::run(data));
