//! The plan of one school hour, to be printed, and where it begins.

use sotto_ui::Messages;
use yew::prelude::*;

use crate::{
    hour::{Hour, Stop},
    parts::print_button,
};

pub(super) fn plan(words: &Messages, base: &str) -> Html {
    let stop = |stop: Stop| {
        let key = ["hour-", stop.name()].concat();
        let minutes = words.whole(stop.minutes());
        html! {
            <li>
                <b>{ words.text(&key) }</b>
                { " " }
                <span class="margin">{ words.fill("hour-minutes", &[("minutes", &*minutes)]) }</span>
                <br/>
                { words.text(&[&*key, "-how"].concat()) }
            </li>
        }
    };
    let first = Hour {
        stop: Stop::Names,
        told: None,
    };
    html! {
        <section id="plan" class="card" aria-labelledby="plan-heading">
            <h2 id="plan-heading">{ words.text("hour") }</h2>
            <p>{ words.text("hour-intro") }</p>
            <ol class="hour">{ for Stop::ALL.into_iter().map(stop) }</ol>
            <p class="note">{ words.text("hour-needs") }</p>
            <p>
                <a id="hour-begin" class="target" href={first.address(base, words.language())}>
                    { words.text("hour-begin") }
                </a>
            </p>
            <p class="buttons">{ print_button(words.text("hour-print")) }</p>
        </section>
    }
}
