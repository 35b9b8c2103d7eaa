#![no_main]
//! See bodies/query.rs.

#[path = "../bodies/query.rs"]
mod query;
#[path = "../bodies/harmless.rs"]
mod harmless;

libfuzzer_sys::fuzz_target!(|data: &[u8]| query::run(data));
