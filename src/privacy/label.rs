//! The label before the first question: each party by name, and whether it can see an answer.

use yew::prelude::*;

use crate::{
    survey::Setting,
    ui::{Eye, eye, heading},
};

/// Who can see an answer, and in one sentence why.
pub fn label(setting: &Setting) -> Html {
    let site = if setting.framed {
        ("site", Eye::Closed, "party-site-framed")
    } else {
        ("site", Eye::Half, "party-site-inline")
    };
    let parties = [
        ("you", Eye::Open, "party-you-sees"),
        ("runners", Eye::Closed, "party-runners-see"),
        ("intruder", Eye::Closed, "party-intruder-sees"),
        site,
    ];
    let rows = parties.map(|(party, sight, words)| {
        html! {
            <div class="party" data-party={party}>
                <dt>{ setting.say(&["party-", party].concat()) }</dt>
                <dd>{ eye(sight) }{ setting.say(words) }</dd>
            </div>
        }
    });
    html! {
        <section class="label" part="label" aria-labelledby="who">
            { heading(setting.heading_level + 1, "who", &setting.say("who-can-see")) }
            <dl>{ for rows }</dl>
            <p>{ setting.say("chance-may-swap") }</p>
            <details>
                <summary>{ setting.say("more") }</summary>
                <p>{ setting.say("more-how") }</p>
                <p>{ not_covered(setting) }</p>
                <p>{ super::total_loss(setting) }</p>
            </details>
        </section>
    }
}

/// What no noise hides.
pub fn not_covered(setting: &Setting) -> Html {
    html! { setting.say("not-covered") }
}
