//! The answers once more, before chance has touched them.

use sotto_survey::{Question, Survey};
use sotto_ui::{
    Tag, Words, empty_button, empty_heading, heading, odds::loss_with_earlier, pair, tag,
};

#[cfg(feature = "whole")]
use super::{counted_on, piped::Piped};
use crate::{
    outbox::Outbox,
    survey::{Setting, State, group, label::record, receipt::note},
};

/// For people who answered another version: what one more copy costs, before it is drawn.
fn another_version(words: &Words, survey: &Survey, level: u8, copies: u32) -> Tag {
    group("earlier", "note", "earlier")
        .with(heading(level + 1, "earlier", &words.say("earlier-title")))
        .with(tag("p").text(&loss_with_earlier(words, survey, copies)))
}

/// What was asked, in the words that it was asked in.
#[cfg_attr(
    not(feature = "whole"),
    expect(
        unused_variables,
        reason = "the common widget puts no answer into words"
    )
)]
fn title(words: &Words, (survey, state): (&Survey, &State), question: &Question) -> Tag {
    #[cfg(feature = "whole")]
    if let Some(piping) = question.piping() {
        let piped = Piped::new((words, survey, state), piping);
        return tag("dt").with(piped.write(&piping.title, |line| line));
    }
    words.write(tag("dt"), question.title())
}

/// Each question that was asked, with what was chosen and a way back to it, and the two ways on.
pub(super) fn review(setting: &Setting, state: &State) -> Vec<Tag> {
    let Setting {
        survey,
        words,
        destination,
        around,
        ..
    } = setting;
    let mut rows = Vec::new();
    let mut is_complete = true;
    for &index in state.layout().questions() {
        let question = survey.questions().get(index);
        let Some(question) = question.filter(|question| question.is_reported()) else {
            continue;
        };
        let answer = state.answers().get(index).and_then(Option::as_ref);
        if !state.asks(index) {
            is_complete = false;
            continue;
        }
        let id = question.id().as_str();
        // Named by its own word and by the question, each in its language.
        let change = words
            .put(empty_button("button link", "go-to"), "change")
            .set("class", "link")
            .set("data-question", id)
            .join("id", &["c-", id])
            .join("aria-labelledby", &["c-", id, " t-", id]);
        let given = words.write_answer(tag("dd"), question, answer);
        let term = title(words, (survey, state), question);
        let term = term.join("id", &["t-", id]);
        rows.push(pair(id, term, given).with(tag("dd").with(change)));
    }
    let mut parts = vec![
        words
            .put(
                empty_heading(around.heading_level, "heading"),
                "review-title",
            )
            .key("heading"),
        tag("p")
            .key("explained")
            .text(&words.say(if survey.swaps_answers() {
                "review-note"
            } else {
                "secret-label"
            })),
        tag("dl")
            .key("answers")
            .set("class", "answers")
            .set("part", "answers")
            .all(rows),
    ];
    parts.extend(
        record(words, survey)
            .into_iter()
            .map(|note| note.key("record")),
    );
    parts.extend((!is_complete).then(|| note(words, "not-asked")));
    parts.extend((!Outbox::remembers()).then(|| note(words, "not-remembered")));
    #[cfg(feature = "whole")]
    if Outbox::remembers() {
        parts.extend(super::closing::announced(setting));
    }
    let copies = destination.outbox.copies_of_other_versions();
    if copies > 0 {
        parts.push(another_version(words, survey, around.heading_level, copies));
    }
    #[cfg(feature = "whole")]
    if copies == 0 {
        parts.extend(counted_on::perhaps(words, survey, around.heading_level));
    }
    #[cfg(feature = "whole")]
    let counted_on = counted_on::entries(survey, &destination.outbox);
    #[cfg(feature = "whole")]
    parts.extend(counted_on::told(words, survey, &counted_on));
    // Where all of it goes on being counted, there is nothing to send.
    #[cfg(feature = "whole")]
    let sends = counted_on.len() < survey.entries().count();
    #[cfg(not(feature = "whole"))]
    let sends = true;
    let send = || words.put(empty_button("button primary", "send"), "send");
    parts.push(
        tag("div")
            .key("actions")
            .set("class", "actions")
            .all(sends.then(send).into_iter().collect())
            .with(words.put(empty_button("button secondary", "back"), "back")),
    );
    parts
}
