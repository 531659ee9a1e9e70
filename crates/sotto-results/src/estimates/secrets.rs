//! What is told of a question by an own secret beside its shares.

use sotto_ldp::careless::FEWEST_REPORTS;
use sotto_survey::{SaidOne, SecretResults};
use sotto_ui::{Messages, charts::TimesIn};
use yew::prelude::*;

use super::headline::of_share;

/// The share without those who chose without reading, and whether what was said fits at all.
pub(super) fn sentences(secret: &SecretResults, times_in: TimesIn, words: &Messages) -> Vec<Html> {
    let corrected = match (&secret.corrected, &secret.anchor) {
        (Some(found), _) => vec![
            of_share("secret-corrected", found.yes, times_in, words),
            of_share("secret-careless", found.careless, times_in, words),
        ],
        (None, Some(_)) => {
            let needed = words.whole(FEWEST_REPORTS);
            vec![
                words
                    .fill("secret-uncorrected", &[("needed", &needed)])
                    .into(),
            ]
        }
        (None, None) => Vec::new(),
    };
    let misfit = match secret.said_one {
        SaidOne::Fits => None,
        SaidOne::TooOften => Some("secret-too-often"),
        SaidOne::TooSeldom => Some("secret-too-seldom"),
    };
    let misfit = misfit.map(|key| words.text(key).into());
    corrected.into_iter().chain(misfit).collect()
}
