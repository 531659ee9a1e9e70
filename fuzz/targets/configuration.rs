//! What whoever runs a collector writes: a configuration file, the value of each setting, and the
//! command line, an argument on each line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sotto_collector::foreign_bytes;

fuzz_target!(|text: &str| foreign_bytes::configuration(text));
