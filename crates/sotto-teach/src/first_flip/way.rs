//! The way of one answer: chosen, chance, sent.

use yew::prelude::*;

use crate::{coins::Fall, words::WordsWithFigures};

/// The three steps, drawn one after the other. The sentence above says the same.
pub(super) fn way(words: &WordsWithFigures, truth_is_yes: bool, fall: Fall, times: u32) -> Html {
    let coin = |name: &str, heads: bool, counts: bool| {
        let side = words.say(if heads { "door-heads" } else { "door-tails" });
        html! {
            <span class={classes!("coin", (!counts).then_some("idle"))}>
                { words.say(name) }{ " " }<b>{ side }</b>
            </span>
        }
    };
    // A new key draws the steps anew, so that they appear one by one again.
    html! {
        <ol key={times} class="answer-way" aria-hidden="true">
            <li>
                <span class="note">{ words.say("door-chosen") }</span>
                <b class="answer-word">{ yes_or_no(words, truth_is_yes) }</b>
            </li>
            <li>
                <span class="note">{ words.say("door-chance") }</span>
                { coin("door-first-coin", fall.first_is_heads, true) }
                { coin("door-second-coin", fall.second_is_heads, !fall.first_is_heads) }
            </li>
            <li>
                <span class="note">{ words.say("door-sent") }</span>
                <b class="answer-word sent">{ yes_or_no(words, fall.says_yes(truth_is_yes)) }</b>
            </li>
        </ol>
    }
}

/// The word for an answer.
pub(super) fn yes_or_no(words: &WordsWithFigures, yes: bool) -> String {
    words.say(if yes { "yes" } else { "no" })
}
