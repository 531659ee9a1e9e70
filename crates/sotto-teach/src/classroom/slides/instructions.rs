//! What everybody in the room does, for the projector.

use yew::prelude::*;

use super::slide::{Slide, missing};
use crate::classroom::entries::Shown;

pub(super) fn instructions(slide: &Slide) -> Html {
    let Slide { words, entries, .. } = slide;
    if entries.deck().is_none() {
        return missing(slide);
    }
    let shown = match entries.shown {
        Shown::Hands => "show-hands",
        Shown::Cards => "show-cards",
    };
    let lines = words.each("do").into_iter().chain(words.each(shown));
    let line = |text: String| html! { <li>{ text }</li> };
    html! {
        <>
            <h3 class="asked"><q>{ slide.question() }</q></h3>
            <ol class="instructions">{ for lines.map(line) }</ol>
            <p class="note">{ words.say("why-safe") }</p>
        </>
    }
}
