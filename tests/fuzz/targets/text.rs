#![no_main]
//! See bodies/text.rs.

#[path = "../bodies/text.rs"]
mod text;
#[path = "../bodies/harmless.rs"]
mod harmless;

libfuzzer_sys::fuzz_target!(|data: &[u8]| text::run(data));
