//! What a slide is given, and what it shows where something is missing.

use yew::prelude::*;

use crate::{
    classroom::{
        entries::{Change, Entries},
        step::Step,
    },
    words::WordsWithFigures,
};

/// What a slide is given.
pub(crate) struct Slide<'a> {
    pub(crate) words: &'a WordsWithFigures,
    pub(crate) entries: &'a Entries,
    /// Where changes go.
    pub(crate) change: Callback<Change>,
    /// What leads to the site's folder.
    pub(crate) base: &'static str,
}

impl Slide<'_> {
    /// The question, or the page's example.
    pub(super) fn question(&self) -> String {
        let own = self.entries.question.clone();
        own.unwrap_or_else(|| self.words.say("example"))
    }

    /// The address of a lesson.
    pub(super) fn lesson(&self, name: &str) -> String {
        let language = self.words.messages().language();
        [self.base, "learn/?lesson=", name, "&lang=", language].concat()
    }
}

/// What stands where the counts or the deck are needed and not there: what is missing, and a way to it.
pub(super) fn missing(slide: &Slide) -> Html {
    let (sentence, button, step) = match slide.entries.deck() {
        None => ("no-deck", "to-deck", Step::Deck),
        Some(_) => ("no-counts", "to-counts", Step::Count),
    };
    let onclick = slide.change.reform(move |_: MouseEvent| Change::To(step));
    html! {
        <>
            <p id="missing">{ slide.words.say(sentence) }</p>
            <p class="buttons">
                <button type="button" id="to-missing" {onclick}>{ slide.words.say(button) }</button>
            </p>
        </>
    }
}
