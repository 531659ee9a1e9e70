//! What stands in the way, in plain words, and what can be done.

use sotto_ui::{Tag, button, heading, tag};

use crate::survey::{
    Failure, ScrambledCopy, Setting,
    receipt::{exact, forget, stored},
};

/// The words, the button, and the copy that is kept.
pub(super) fn failure(setting: &Setting, failure: &Failure, copy: Option<&ScrambledCopy>) -> Tag {
    let Setting {
        survey,
        words,
        destination,
        page,
    } = setting;
    let is_distrusted = failure.is_distrust();
    let (title, sentence) = match failure {
        _ if is_distrusted => ("randomness-title", "failed-proof"),
        Failure::NoRandomness => ("randomness-title", "randomness-words"),
        Failure::Unreachable => ("unreachable-title", "unreachable-words"),
        Failure::Refused {
            status, problem, ..
        } => ("refused-title", refusal(problem, *status)),
    };
    let (action, label) = if *failure == Failure::NoRandomness {
        ("back", "back")
    } else {
        ("retry", "try-again")
    };
    let mut parts = vec![
        heading(page.heading_level, "heading", &words.say(title)).key("heading"),
        tag("p")
            .key("alert")
            .set("role", "alert")
            .text(&words.say(sentence)),
    ];
    if let Failure::Refused { detail, .. } = failure
        && !detail.is_empty()
    {
        let detail = tag("p")
            .key("detail")
            .set("class", "detail")
            .set("lang", "en")
            .text(detail);
        parts.push(detail.set("dir", "auto"));
    }
    if !is_distrusted {
        let button = button("button primary", action, &words.say(label));
        parts.push(
            tag("div")
                .key("actions")
                .set("class", "actions")
                .with(button),
        );
    }
    if let Some(copy) = copy {
        parts.extend(stored(words, copy));
        parts.push(exact(words, survey, destination, copy));
        parts.push(forget(words, survey, destination));
    }
    tag("div")
        .key("failure")
        .set("class", "failure")
        .set("data-failure", failure.kind())
        .all(parts)
}

/// The words for a problem that a collector refuses with, or for its status where it names none.
fn refusal(problem: &str, status: u16) -> &'static str {
    match (problem, status) {
        ("survey-not-open", _) | (_, 410) => "refused-closed",
        ("invite-spent", _) => "refused-spent",
        ("origin-not-allowed", _) => "refused-words",
        (_, 401 | 403) => "refused-invite",
        (_, 404) => "refused-unknown",
        (_, 409) => "refused-conflict",
        _ => "refused-words",
    }
}
