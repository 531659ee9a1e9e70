//! Intervals that were found, kept by what they depend on: options of one question, and questions of one
//! survey, have the same few counts again and again, so that a hundred thousand options cost what their
//! different counts cost.

use std::{cell::RefCell, collections::HashMap};

/// What intervals of any count depend on: the number of reports, and the bits of p*, q* and the significance.
pub(super) type IntervalsKey = (u64, [u64; 3]);

/// Intervals of one key, by the count.
type OfCounts = HashMap<u64, (f64, f64)>;

/// So many keys are kept at once; each has at most as many intervals as there are exact ones.
const KEYS: usize = 256;

thread_local! {
    static FOUND: RefCell<HashMap<IntervalsKey, OfCounts>> = RefCell::new(HashMap::new());
}

/// The interval of a count, computed the first time.
pub(super) fn kept(
    key: IntervalsKey,
    count: u64,
    compute: impl FnOnce() -> (f64, f64),
) -> (f64, f64) {
    FOUND.with_borrow_mut(|found| {
        if found.len() >= KEYS && !found.contains_key(&key) {
            found.clear();
        }
        *found
            .entry(key)
            .or_default()
            .entry(count)
            .or_insert_with(compute)
    })
}
