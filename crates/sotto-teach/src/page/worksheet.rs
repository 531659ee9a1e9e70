//! The worksheet of a lesson and its key: on the screen behind a disclosure, on paper alone, the key on a page of
//! its own.

use yew::prelude::*;

use crate::words::WordsWithFigures;

/// The tasks and the key.
pub(super) fn worksheet(words: &WordsWithFigures) -> Html {
    html! {
        <>
            { list(words, "task") }
            <h4>{ words.say("worksheet-key") }</h4>
            { list(words, "key") }
        </>
    }
}

/// The same as a sheet of paper, which only a printer shows.
pub(super) fn sheet(words: &WordsWithFigures) -> Html {
    html! {
        <div class="sheet">
            <h2>{ words.say("title") }</h2>
            <p class="sheet-name">{ words.say("worksheet-name") }</p>
            <p>{ words.say("idea") }</p>
            { list(words, "task") }
            <div class="sheet-key">
                <h2>{ words.say("title") }{ ": " }{ words.say("worksheet-key") }</h2>
                { list(words, "key") }
            </div>
        </div>
    }
}

fn list(words: &WordsWithFigures, stem: &str) -> Html {
    let item = |text: String| html! { <li>{ text }</li> };
    html! {
        <ol class={["list-", stem].concat()}>{ for words.each(stem).into_iter().map(item) }</ol>
    }
}
