//! The answers once more, before chance has touched them.

use sotto_survey::{Answer, Question};

use crate::{
    survey::{Setting, State},
    ui::{Tag, button, heading, pair, tag},
};

/// Each question with what was chosen, and the two ways on.
pub(super) fn review(setting: &Setting, state: &State) -> Vec<Tag> {
    let rows = setting.survey.questions().iter().zip(state.answers());
    let rows = rows.map(|(question, answer)| {
        let chosen = chosen(setting, question, answer.as_ref());
        pair(
            question.id().as_str(),
            setting.text(question.title()),
            &chosen,
        )
    });
    vec![
        heading(
            setting.heading_level,
            "heading",
            &setting.say("review-title"),
        ),
        tag("p").text(&setting.say("review-note")),
        tag("dl")
            .set("class", "answers")
            .set("part", "answers")
            .all(rows.collect()),
        tag("div")
            .set("class", "actions")
            .with(button("button primary", "send", &setting.say("send")))
            .with(button("button secondary", "back", &setting.say("back"))),
    ]
}

/// An answer in words. It cannot be read, only compared with what the question offers.
fn chosen(setting: &Setting, question: &Question, answer: Option<&Answer>) -> String {
    let declined = question.no_answer();
    let answer = answer.or(declined.as_ref());
    (0..)
        .zip(question.categories())
        .find(|(value, _)| question.answer(*value).ok().as_ref() == answer)
        .map(|(_, category)| setting.category(category))
        .unwrap_or_default()
}
