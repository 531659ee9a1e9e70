//! The label before the first question: each party by name, and whether it can see an answer.

use sotto_survey::Survey;
use sotto_ui::{Eye, Tag, Words, button, eye, heading, odds::total_loss, tag};

use crate::survey::HostPage;

/// Who can see an answer, and in one sentence why. `check` tells whether the check question was
/// answered correctly, once it was answered.
pub(super) fn label(words: &Words, survey: &Survey, page: &HostPage, check: Option<bool>) -> Tag {
    let (site, site_sees) = if page.framed {
        (Eye::Closed, "party-site-framed")
    } else {
        (Eye::Half, "party-site-inline")
    };
    let parties = [
        ("you", Eye::Open, "party-you-sees"),
        ("runners", Eye::Closed, "party-runners-see"),
        ("intruder", Eye::Closed, "party-intruder-sees"),
        ("site", site, site_sees),
    ];
    let rows = parties.map(|(party, sight, sees)| {
        let name = words.say(&["party-", party].concat());
        tag("div")
            .set("class", "party")
            .set("data-party", party)
            .with(tag("dt").text(&name))
            .with(tag("dd").with(eye(sight)).text(&words.say(sees)))
    });
    let more = tag("details")
        .with(tag("summary").text(&words.say("more")))
        .with(paragraph(words, "more-how"))
        .all(drawn(words, survey).into_iter().collect())
        .with(paragraph(words, "not-covered"))
        .with(tag("p").text(&total_loss(words, survey)))
        .with(paragraph(words, "check"))
        .with(check_question(words, check));
    tag("section")
        .key("label")
        .set("class", "label")
        .set("part", "label")
        .set("aria-labelledby", "who")
        .with(heading(
            page.heading_level + 1,
            "who",
            &words.say("who-can-see"),
        ))
        .with(tag("dl").all(rows.into()))
        .with(paragraph(words, "chance-may-swap"))
        .with(more)
}

/// How many of the questions are sent, where not all of them are.
fn drawn(words: &Words, survey: &Survey) -> Option<Tag> {
    let (drawn, count) = (
        survey.drawn_questions(),
        survey.reported_questions().count(),
    );
    let sentence = || {
        let values: [(&str, &str); 2] = [
            ("reported", &words.number(&drawn.to_string())),
            ("questions", &words.number(&count.to_string())),
        ];
        tag("p").text(&words.fill("plan-drawn", &values))
    };
    (drawn < count).then(sentence)
}

/// A question with feedback, for readers who want to check that they have understood.
fn check_question(words: &Words, check: Option<bool>) -> Tag {
    let choice = |value: &'static str| {
        let text = words.say(&["check-", value].concat());
        button("button secondary", "check", &text).set("data-value", value)
    };
    let feedback = match check {
        None => String::new(),
        Some(true) => words.say("check-right"),
        Some(false) => words.say("check-wrong"),
    };
    tag("div")
        .set("class", "check")
        .with(choice("certainly"))
        .with(choice("perhaps"))
        .with(tag("p").set("role", "status").text(&feedback))
}

fn paragraph(words: &Words, key: &str) -> Tag {
    tag("p").text(&words.say(key))
}
