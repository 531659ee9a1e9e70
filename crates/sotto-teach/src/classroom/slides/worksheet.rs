//! The worksheet with this class's figures and its key: on the screen, and on paper alone.

use yew::prelude::*;

use super::slide::{Slide, missing};
use crate::parts::print_button;

pub(super) fn worksheet(slide: &Slide) -> Html {
    let words = slide.words;
    if slide.entries.class().is_none() {
        return missing(slide);
    }
    html! {
        <>
            <p>{ words.say("worksheet-intro") }</p>
            <p class="buttons">{ print_button(words.say("worksheet-print")) }</p>
            { list(slide, "task") }
            <details>
                <summary>{ words.say("worksheet-key") }</summary>
                { list(slide, "key") }
            </details>
        </>
    }
}

/// The same as a sheet of paper, which only a printer shows; the key is on a page of its own.
pub(crate) fn sheet(slide: &Slide) -> Html {
    let words = slide.words;
    if slide.entries.class().is_none() {
        return html! {
            <div class="sheet">
                <h2>{ words.say("heading") }</h2>
                <p>{ words.say("no-counts") }</p>
            </div>
        };
    }
    html! {
        <div class="sheet">
            <h2>{ words.say("heading") }</h2>
            <p class="sheet-name">{ words.say("worksheet-name") }</p>
            <p>{ words.say("asked") }{ " " }<q>{ slide.question() }</q></p>
            <p>{ words.say("sheet-deck") }</p>
            <p>{ words.say("sheet-counts") }</p>
            { list(slide, "task") }
            <div class="sheet-key">
                <h2>{ words.say("heading") }{ ": " }{ words.say("worksheet-key") }</h2>
                { list(slide, "key") }
            </div>
        </div>
    }
}

fn list(slide: &Slide, stem: &str) -> Html {
    let item = |text: String| html! { <li>{ text }</li> };
    html! {
        <ol class={["list-", stem].concat()}>{ for slide.words.each(stem).into_iter().map(item) }</ol>
    }
}
