//! The label before the first question: each party by name, and whether it can see an answer.

use sotto_ui::{Eye, Tag, button, eye, heading, tag};

use crate::{privacy::total_loss, survey::Setting};

/// Who can see an answer, and in one sentence why; `check` is whether the check question was
/// answered, and rightly.
pub fn label(setting: &Setting, check: Option<bool>) -> Tag {
    let (site, site_sees) = if setting.framed {
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
    let rows = parties.map(|(party, sight, words)| {
        let name = setting.say(&["party-", party].concat());
        tag("div")
            .set("class", "party")
            .set("data-party", party)
            .with(tag("dt").text(&name))
            .with(tag("dd").with(eye(sight)).text(&setting.say(words)))
    });
    let more = tag("details")
        .with(tag("summary").text(&setting.say("more")))
        .with(paragraph(setting, "more-how"))
        .all(drawn(setting).into_iter().collect())
        .with(paragraph(setting, "not-covered"))
        .with(tag("p").text(&total_loss(setting)))
        .with(paragraph(setting, "check"))
        .with(check_question(setting, check));
    tag("section")
        .set("class", "label")
        .set("part", "label")
        .set("aria-labelledby", "who")
        .with(heading(
            setting.heading_level + 1,
            "who",
            &setting.say("who-can-see"),
        ))
        .with(tag("dl").all(rows.into()))
        .with(paragraph(setting, "chance-may-swap"))
        .with(more)
}

/// How many questions are sent, where not all are.
fn drawn(setting: &Setting) -> Option<Tag> {
    let survey = &setting.survey;
    let (drawn, count) = (
        survey.drawn_questions(),
        survey.reported_questions().count(),
    );
    let words = || {
        let values: [(&str, &str); 2] = [
            ("reported", &setting.number(&drawn.to_string())),
            ("questions", &setting.number(&count.to_string())),
        ];
        tag("p").text(&setting.messages.fill("plan-drawn", &values))
    };
    (drawn < count).then(words)
}

/// Whether it was understood: a question with feedback, for who wants it.
fn check_question(setting: &Setting, check: Option<bool>) -> Tag {
    let choice = |value: &'static str| {
        let words = setting.say(["check-", value].concat().as_str());
        button("button secondary", "check", &words).set("data-value", value)
    };
    let feedback = match check {
        None => String::new(),
        Some(true) => setting.say("check-right"),
        Some(false) => setting.say("check-wrong"),
    };
    tag("div")
        .set("class", "check")
        .with(choice("certainly"))
        .with(choice("perhaps"))
        .with(tag("p").set("role", "status").text(&feedback))
}

fn paragraph(setting: &Setting, key: &str) -> Tag {
    tag("p").text(&setting.say(key))
}
