//! What whoever runs a collector writes: a configuration file, the value of each setting, and the
//! command line, an argument on each line.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    sotto_collector::foreign_bytes::configuration(text);
    sotto_cli::foreign_bytes::arguments(text);
});
