//! What stands below a lesson for whoever teaches it: the note, and the worksheet with its key.

use yew::prelude::*;

use super::worksheet::worksheet;
use crate::{parts::print_button, words::WordsWithFigures};

/// The note, the worksheet, and a button that prints it.
pub(super) fn teacher(words: &WordsWithFigures, source: &'static str) -> Html {
    let paragraph = |text: String| html! { <p>{ text }</p> };
    html! {
        <section id="teacher" class="card" aria-labelledby="teacher-heading">
            <h3 id="teacher-heading">{ words.say("teacher-heading") }</h3>
            <details>
                <summary>{ words.say("teacher-note") }</summary>
                <div class="stack">{ for words.each("note").into_iter().map(paragraph) }</div>
            </details>
            <details>
                <summary>{ words.say("worksheet-show") }</summary>
                <div class="stack">{ worksheet(words) }</div>
            </details>
            <p class="buttons">{ print_button(words.say("worksheet-print")) }</p>
            <p class="note">
                { words.say("published") }{ " " }
                <a class="target" href={source}>{ words.say("source") }</a>
            </p>
        </section>
    }
}
