//! The answers once more, before chance has touched them.

use sotto_ui::{Tag, button, heading, pair, tag};

use crate::{
    privacy::loss_with_earlier,
    survey::{Setting, State},
};

/// For those who answered another version: what another copy costs, before it is drawn.
fn another_version(setting: &Setting, copies: u32) -> Tag {
    tag("section")
        .set("class", "note")
        .set("part", "earlier")
        .set("aria-labelledby", "earlier")
        .with(heading(
            setting.heading_level + 1,
            "earlier",
            &setting.say("earlier-title"),
        ))
        .with(tag("p").text(&loss_with_earlier(setting, copies)))
}

/// Each question that was asked with what was chosen and a way back to it, and the two ways on.
#[inline(never)]
pub(super) fn review(setting: &Setting, state: &State) -> Vec<Tag> {
    let survey = &setting.survey;
    let questions = survey.questions().iter().zip(state.answers()).enumerate();
    let mut rows = Vec::new();
    let mut is_complete = true;
    for (place, (question, answer)) in questions {
        if !question.is_reported() {
            continue;
        }
        if !state.asks(place) {
            is_complete = false;
            continue;
        }
        let id = question.id().as_str();
        // Named by its own word and by the question, each in its language.
        let change = button("button link", "go-to", &setting.say("change"))
            .set("class", "link")
            .set("data-question", id)
            .join("id", &["c-", id])
            .join("aria-labelledby", &["c-", id, " t-", id]);
        let words = setting.write_answer(tag("dd"), question, answer.as_ref());
        let term = setting.write(tag("dt"), question.title());
        let term = term.join("id", &["t-", id]);
        rows.push(pair(id, term, words).with(tag("dd").with(change)));
    }
    let mut parts = vec![
        heading(
            setting.heading_level,
            "heading",
            &setting.say("review-title"),
        ),
        tag("p").text(&setting.say("review-note")),
        tag("dl")
            .set("class", "answers")
            .set("part", "answers")
            .all(rows),
    ];
    if !is_complete {
        let note = tag("p").set("class", "note").set("data-note", "not-asked");
        parts.push(note.text(&setting.say("not-asked")));
    }
    let copies = setting.outbox.copies_of_other_versions();
    if copies > 0 {
        parts.push(another_version(setting, copies));
    }
    parts.push(
        tag("div")
            .set("class", "actions")
            .with(button("button primary", "send", &setting.say("send")))
            .with(button("button secondary", "back", &setting.say("back"))),
    );
    parts
}
