//! The answers once more, before chance has touched them.

use sotto_survey::{Answer, Question};
use yew::prelude::*;

use crate::{
    survey::{Setting, State},
    ui::{button, heading, pair},
};

/// Each question with what was chosen, and the two ways on.
pub(super) fn review(setting: &Setting, state: &State) -> Html {
    let rows = setting.survey.questions().iter().zip(state.answers());
    html! {
        <>
            { heading(setting.heading_level, "heading", &setting.say("review-title")) }
            <p>{ setting.say("review-note") }</p>
            <dl class="answers" part="answers">
                { for rows.map(|(question, answer)| pair(
                    question.id().as_str(),
                    setting.text(question.title()),
                    chosen(setting, question, answer.as_ref()),
                )) }
            </dl>
            <div class="actions">
                { button("button primary", "send", setting.say("send")) }
                { button("button secondary", "back", setting.say("back")) }
            </div>
        </>
    }
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
