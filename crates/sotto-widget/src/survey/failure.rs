//! What stands in the way, in plain words, and what can be done.

use sotto_ui::{Tag, empty_button, heading, tag};

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
        around,
        ..
    } = setting;
    let (title, (sentence, is_final)) = match failure {
        _ if failure.is_distrust() => ("randomness-title", ("failed-proof", true)),
        Failure::NoRandomness => ("randomness-title", ("randomness-words", false)),
        Failure::Unreachable { faulty } => {
            let words = if *faulty {
                "faulty-words"
            } else {
                "unreachable-words"
            };
            ("unreachable-title", (words, false))
        }
        Failure::Refused { status, problem } => ("refused-title", refusal(problem, *status)),
    };
    let (action, label) = if *failure == Failure::NoRandomness {
        ("back", "back")
    } else {
        ("retry", "try-again")
    };
    let mut parts = vec![
        heading(around.heading_level, "heading", &words.say(title)).key("heading"),
        tag("p")
            .key("alert")
            .set("role", "alert")
            .text(&words.say(sentence)),
    ];
    if !is_final {
        let button = words.put(empty_button("button primary", action), label);
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

/// The words for a problem that a collector refuses with, or for its status where it names none; and whether
/// the same copy, sent from the same page, is refused as often as it is tried. A survey may open, or open
/// again, and another code may be let in.
fn refusal(problem: &str, status: u16) -> (&'static str, bool) {
    match (problem, status) {
        ("survey-not-open", _) | (_, 410) => ("refused-closed", false),
        ("invite-spent", _) => ("refused-spent", false),
        ("origin-not-allowed", _) => ("refused-words", true),
        (_, 401 | 403) => ("refused-invite", false),
        (_, 404) => ("refused-unknown", true),
        (_, 409) => ("refused-conflict", true),
        // What may pass by itself never comes here: the outbox waits for it.
        (_, status) => ("refused-words", (400..500).contains(&status)),
    }
}

#[cfg(test)]
mod tests {
    use sotto_survey::ProblemKind;

    use super::*;

    #[test]
    fn what_cannot_succeed_is_not_offered_again() {
        for (kind, words, is_final) in [
            (ProblemKind::OriginNotAllowed, "refused-words", true),
            (ProblemKind::MalformedBody, "refused-words", true),
            (ProblemKind::BodyTooLarge, "refused-words", true),
            (ProblemKind::ImpossibleSubmission, "refused-words", true),
            (ProblemKind::UnknownSurvey, "refused-unknown", true),
            (ProblemKind::WrongVersion, "refused-conflict", true),
            (ProblemKind::ReportIdReused, "refused-conflict", true),
            // A survey opens, or is opened again; a code can be entered, or another one.
            (ProblemKind::SurveyNotOpen, "refused-closed", false),
            (ProblemKind::SurveyClosed, "refused-closed", false),
            (ProblemKind::InviteSpent, "refused-spent", false),
            (ProblemKind::InviteMissing, "refused-invite", false),
            (ProblemKind::InviteUnknown, "refused-invite", false),
            (ProblemKind::Unauthenticated, "refused-invite", false),
        ] {
            let problem = kind.type_uri().rsplit(':').next().unwrap_or_default();
            let found = refusal(problem, kind.status());
            assert_eq!(found, (words, is_final), "{kind:?}");
        }
        // A server that names no problem, and one that does not speak HTTP as it should.
        for (status, is_final) in [(405, true), (451, true), (403, false), (304, false)] {
            assert_eq!(refusal("", status).1, is_final, "{status}");
        }
    }
}
