#![no_main]
//! See bodies/catalog.rs.

#[path = "../bodies/catalog.rs"]
mod catalog;
#[path = "../bodies/harmless.rs"]
mod harmless;

libfuzzer_sys::fuzz_target!(|data: &[u8]| catalog::run(data));
