//! The check question: each answer gets feedback of its own, and any may be tried.

use yew::prelude::*;

use super::counted::Counted;
use crate::{progress::Progress, words::WordsWithFigures};

#[derive(Properties, PartialEq)]
pub(super) struct CheckProps {
    pub(super) words: WordsWithFigures,
    pub(super) base: &'static str,
    /// The lesson.
    pub(super) id: &'static str,
    /// Which answer is right, counted from 1.
    pub(super) right: usize,
}

#[component]
pub(super) fn Check(props: &CheckProps) -> Html {
    let CheckProps {
        words,
        base,
        id,
        right,
    } = props;
    let chosen = use_state_eq(|| None::<usize>);
    let (id, right) = (*id, *right);
    let answer = |(number, text): (usize, String)| {
        let is_chosen = *chosen == Some(number);
        let onclick = {
            let chosen = chosen.setter();
            Callback::from(move |_| {
                chosen.set(Some(number));
                if number == right {
                    Progress::understand(id);
                }
            })
        };
        let verdict = is_chosen.then_some(if number == right { "right" } else { "wrong" });
        html! {
            <li>
                <button
                    type="button"
                    class="answer quiet"
                    aria-pressed={is_chosen.to_string()}
                    data-verdict={verdict}
                    {onclick}
                >
                    { text }
                </button>
            </li>
        }
    };
    let feedback = chosen.map(|number| {
        let verdict = if number == right {
            "right"
        } else {
            "not-quite"
        };
        html! {
            <>
                <b>{ words.say(verdict) }</b>
                { " " }
                { words.say(&format!("feedback-{number}")) }
            </>
        }
    });
    html! {
        <section id="check" class="card" aria-labelledby="check-heading">
            <h3 id="check-heading">{ words.say("check-heading") }</h3>
            <p>{ words.say("check") }</p>
            <ul class="answers">{ for (1..).zip(words.each("answer")).map(answer) }</ul>
            <p id="feedback" role="status">{ feedback }</p>
            // Whatever was answered: nothing that is asked for tells which it was.
            if chosen.is_some() {
                <Counted words={words.clone()} {base} {id} {right}/>
            }
        </section>
    }
}
