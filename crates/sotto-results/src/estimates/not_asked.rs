//! Of a question that not everybody is asked: who was not, and who was and preferred not to answer.

use sotto_survey::NotAskedResults;
use sotto_ui::{Messages, charts::TimesIn};
use yew::prelude::*;

use super::headline::of_share;

/// A sentence of each.
pub(super) fn sentences(found: &NotAskedResults, times_in: TimesIn, words: &Messages) -> [Html; 2] {
    [
        ("headline-not-asked-apart", found.not_asked),
        ("headline-asked-and-declined", found.declined),
    ]
    .map(|(key, share)| of_share(key, share, times_in, words))
}
