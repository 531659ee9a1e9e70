//! What stands in the way, in plain words, and what can be done.

use yew::{html::Scope, prelude::*};

use crate::{
    survey::{
        Action, Failure, ScrambledCopy, Setting, SurveyView,
        receipt::{exact, stored},
        view::Message,
    },
    ui::heading,
};

/// The words, the button, and the copy that is kept.
pub(super) fn failure(
    setting: &Setting,
    failure: &Failure,
    copy: Option<&ScrambledCopy>,
    link: &Scope<SurveyView>,
) -> Html {
    let (title, words) = match failure {
        Failure::NoRandomness => ("randomness-title", "randomness-words"),
        Failure::Unreachable => ("unreachable-title", "unreachable-words"),
        Failure::Refused { status, .. } => ("refused-title", refusal(*status)),
    };
    let retry = *failure != Failure::NoRandomness;
    let (action, button) = if retry {
        ("retry", "try-again")
    } else {
        ("back", "back")
    };
    let onclick = link.callback(move |_| {
        if retry {
            Message::Retry
        } else {
            Message::Do(Action::Back)
        }
    });
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
                <button
                    type="button"
                    class="primary"
                    part="button primary"
                    data-action={action}
                    {onclick}
                >
                    { setting.say(button) }
                </button>
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
