#![no_main]
//! See bodies/schema.rs.

#[path = "../bodies/schema.rs"]
mod schema;
#[path = "../bodies/harmless.rs"]
mod harmless;

libfuzzer_sys::fuzz_target!(|data: &[u8]| schema::run(data));
