//! What a relay reads of both sides: the collector's address, kinds of bodies, the bytes that are passed on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sotto_collector::foreign_bytes;

fuzz_target!(|data: &[u8]| foreign_bytes::relayed(data));
