#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| draughtsman_fuzz::attack("editor", data));
