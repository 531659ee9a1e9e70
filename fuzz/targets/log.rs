//! The public log: the paths that a collector is asked for, and what `sotto verify` hears from whoever says
//! to be one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sotto_api::public_log::{LogEntry, LogTree, LogVerifier, entries_of_bundle};

/// By `sotto verify` of a collector that is no more.
const KEY: &str =
    "sotto-log/afb8643e8d566ed4+b0677e72+AY5qNmGsdRpjyaBXSeFOnxX5SDnlJfXAy6KJ6yhcWcXH";

fuzz_target!(|bytes: &[u8]| {
    if let Some((&size, rest)) = bytes.split_first()
        && let Ok(path) = std::str::from_utf8(rest)
    {
        let mut tree = LogTree::default();
        for number in 0..u16::from(size) * 3 {
            let entry = LogEntry::read(&number.to_string()).expect("digits");
            tree.push(entry).expect("a hash");
        }
        if let Ok(tile) = tree.tile(path) {
            let of_entries = path.starts_with("entries/");
            assert!(of_entries || tile.len() % 32 == 0 && tile.len() <= 256 * 32);
        }
    }
    for width in [1, 2, 256] {
        if let Some(entries) = entries_of_bundle(bytes, width) {
            assert_eq!(entries.len(), width);
        }
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = LogVerifier::new(text).map(|verifier| verifier.read(text));
        let verifier = LogVerifier::new(KEY).expect("a key");
        let _ = verifier.read(text);
    }
});
