//! Who is there, and the deck for so many: how many slips say what, and what to do with them.

use yew::prelude::*;

use super::slide::Slide;
use crate::{
    classroom::entries::Change,
    parts::{Field, field, print_button},
};

/// Below so many pupils there is little to hear, and above so many much to print.
const USUAL: (u32, u32) = (10, 60);

pub(super) fn deck(slide: &Slide) -> Html {
    let Slide {
        words,
        entries,
        change,
        ..
    } = slide;
    let deck = entries.deck();
    let is_empty = entries.pupils.trim().is_empty();
    let is_wrong = deck.is_none() && !is_empty;
    let pupils = Field {
        id: "pupils",
        label: words.say("label-pupils"),
        value: entries.pupils.clone(),
        is_number: true,
        is_wrong,
        described_by: Some("deck-of"),
    };
    let told = match deck {
        Some(_) => words.say("deck-of"),
        None if is_empty => words.say("pupils-missing"),
        None => words.say("fault-pupils"),
    };
    let size = deck.and_then(|deck| match deck.slips() {
        pupils if pupils < USUAL.0 => Some("deck-small"),
        pupils if pupils > USUAL.1 => Some("deck-large"),
        _ => None,
    });
    let line = |text: String| html! { <li>{ text }</li> };
    html! {
        <>
            { field(pupils, &change.reform(Change::Pupils)) }
            <p id="deck-of" class={if is_wrong { "wrong" } else { "outcome" }} role="status">{ told }</p>
            if deck.is_some() {
                <p id="strength" class="note">{ words.say("strength") }</p>
                if let Some(size) = size {
                    <p id="deck-size" class="note">{ words.say(size) }</p>
                }
                <p class="buttons">{ print_button(words.say("slips-print")) }</p>
            }
            <ul class="deck-rules">{ for words.each("deck-rule").into_iter().map(line) }</ul>
        </>
    }
}

/// The slips to cut apart, as many as there are pupils, which only a printer shows.
pub(crate) fn slips(slide: &Slide) -> Html {
    let words = slide.words;
    let Some(deck) = slide.entries.deck() else {
        return html! {
            <div class="sheet"><p>{ words.say("no-deck") }</p></div>
        };
    };
    let kinds = [
        (deck.truth, "slip-truth"),
        (deck.yes, "slip-yes"),
        (deck.no, "slip-no"),
    ];
    let slips = kinds.into_iter().flat_map(|(number, key)| {
        let text = words.say(key);
        (0..number).map(move |_| html! { <li>{ text.clone() }</li> })
    });
    html! {
        <div class="sheet">
            <ul class="slips">{ for slips }</ul>
        </div>
    }
}
