//! The slides: each takes what is known and returns what is shown.

mod count;
mod deck;
mod dots;
mod estimate;
mod hundredfold;
mod instructions;
mod one_answer;
mod prepare;
mod slide;
mod worksheet;

use yew::prelude::*;

use super::step::Step;

pub(super) use slide::Slide;

/// What the current slide shows.
pub(super) fn content(slide: &Slide) -> Html {
    match slide.entries.step {
        Step::Prepare => prepare::prepare(slide),
        Step::Deck => deck::deck(slide),
        Step::Instructions => instructions::instructions(slide),
        Step::Count => count::count(slide),
        Step::Estimate => estimate::estimate(slide),
        Step::Hundredfold => hundredfold::hundredfold(slide),
        Step::OneAnswer => one_answer::one_answer(slide),
        Step::Worksheet => worksheet::worksheet(slide),
    }
}

/// What a printer prints of the current slide: the slips of the deck, else the worksheet.
pub(super) fn sheet(slide: &Slide) -> Html {
    match slide.entries.step {
        Step::Deck => deck::slips(slide),
        _ => worksheet::sheet(slide),
    }
}
