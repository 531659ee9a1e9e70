//! What a program's client hears from whoever says to be a collector: surveys, results, refusals, the
//! evaluation of a token.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sotto_collector::foreign_bytes;

fuzz_target!(|data: &[u8]| foreign_bytes::answers(data));
