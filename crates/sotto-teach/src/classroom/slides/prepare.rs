//! The question, and how answers are shown.

use yew::prelude::*;

use super::slide::Slide;
use crate::{
    classroom::entries::{Change, Shown},
    parts::{Field, choice, field},
};

pub(super) fn prepare(slide: &Slide) -> Html {
    let Slide {
        words,
        entries,
        change,
        ..
    } = slide;
    let question = Field {
        id: "question",
        label: words.say("label-question"),
        value: slide.question(),
        is_number: false,
        is_wrong: false,
        described_by: Some("question-note"),
    };
    let shown = [
        (Shown::Hands, words.say("by-hands")),
        (Shown::Cards, words.say("by-cards")),
    ];
    html! {
        <>
            <p>{ words.say("intro") }</p>
            { field(question, &change.reform(Change::Question)) }
            <p id="question-note" class="note">{ words.say("question-note") }</p>
            { choice("shown", words.say("label-shown"), shown, entries.shown, &change.reform(Change::Shown)) }
        </>
    }
}
