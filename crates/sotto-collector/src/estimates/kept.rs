//! Results of a version that were computed of late, for whoever asks again before more is counted.

use super::{ResultsOptions, Told};

/// Results for different confidences that are kept.
const MOST: usize = 4;

/// Of more bytes only the last are kept: anybody may ask for many confidences.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// The last results, the latest at the end.
#[derive(Default)]
pub(super) struct KeptResults(Vec<(ResultsOptions, Told)>);

impl KeptResults {
    /// Those after so many submissions.
    pub(super) fn find(&self, wanted: ResultsOptions, submissions: u64) -> Option<Told> {
        let mut kept = self.0.iter();
        let found = kept.find(|(one, told)| *one == wanted && told.submissions == submissions);
        found.map(|(_, told)| told.clone())
    }

    /// Keeps results in place of earlier ones, and of others where there is no room.
    pub(super) fn keep(&mut self, wanted: ResultsOptions, told: Told) {
        let kept = &mut self.0;
        kept.retain(|(one, _)| *one != wanted);
        let mut bytes = told.json.len();
        bytes += kept.iter().map(|(_, one)| one.json.len()).sum::<usize>();
        while kept.len() >= MOST || (bytes > MOST_BYTES && !kept.is_empty()) {
            bytes -= kept.remove(0).1.json.len();
        }
        kept.push((wanted, told));
    }
}
