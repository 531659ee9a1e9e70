//! Of a question that not everybody is asked: who was not, and who was and preferred not to answer.

use sotto_survey::{NotAskedResults, ShareResults};
use sotto_ui::{Messages, charts::TimesIn};
use yew::prelude::*;

use super::{
    figure::{Figure, Named},
    headline::headline,
    quantity::Quantity,
};

/// A sentence of each.
pub(super) fn sentences(found: &NotAskedResults, times_in: TimesIn, words: &Messages) -> [Html; 2] {
    let sentence = |key, share: ShareResults| {
        let named = Named {
            id: String::new(),
            title: String::new(),
            quantity: Quantity::Share,
            figure: Some(Figure::from(share)),
        };
        headline(key, &named, times_in, words)
    };
    [
        sentence("headline-not-asked-apart", found.not_asked),
        sentence("headline-asked-and-declined", found.declined),
    ]
}
