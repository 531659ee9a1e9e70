//! What stands in the way, in plain words, and what can be done.

use yew::prelude::*;

use crate::{
    survey::{
        Failure, ScrambledCopy, Setting,
        receipt::{exact, stored},
    },
    ui::{button, heading},
};

/// The words, the button, and the copy that is kept.
pub(super) fn failure(setting: &Setting, failure: &Failure, copy: Option<&ScrambledCopy>) -> Html {
    let (title, words) = match failure {
        Failure::NoRandomness => ("randomness-title", "randomness-words"),
        Failure::Unreachable => ("unreachable-title", "unreachable-words"),
        Failure::Refused { status, .. } => ("refused-title", refusal(*status)),
    };
    let (action, words_on_it) = if *failure == Failure::NoRandomness {
        ("back", "back")
    } else {
        ("retry", "try-again")
    };
    html! {
        <div class="failure" data-failure={failure.kind()}>
            { heading(setting.heading_level, "heading", &setting.say(title)) }
            <p role="alert">{ setting.say(words) }</p>
            if let Failure::Refused { detail, .. } = failure {
                if !detail.is_empty() {
                    <p class="detail" lang="en" dir="auto">{ detail }</p>
                }
            }
            <div class="actions">
                { button("button primary", action, setting.say(words_on_it)) }
            </div>
            if let Some(copy) = copy {
                { stored(setting, copy) }
                { exact(setting, copy) }
            }
        </div>
    }
}

/// The words for a status that a collector refuses with.
const fn refusal(status: u16) -> &'static str {
    match status {
        404 | 410 => "refused-unknown",
        409 => "refused-conflict",
        _ => "refused-words",
    }
}
