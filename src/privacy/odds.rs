//! The odds of one question, in natural frequencies.

use sotto_ldp::Report;
use sotto_survey::{Question, QuestionKind};
use yew::prelude::*;

use crate::{privacy::icon_array, survey::Setting};

/// The odds of a question: the most telling number in the summary, the others behind it.
pub fn odds(setting: &Setting, question: &Question, open: bool) -> Html {
    let odds = question.deniability();
    let count = |number| people(setting, number);
    let values: [(&str, &str); 3] = [
        ("truth", &count(odds.said_by_those_it_is_true_of)),
        ("others", &count(odds.said_by_the_others)),
        ("after", &count(odds.after_an_even_guess)),
    ];
    let fill = |part: &str| {
        let kind = match question.kind() {
            QuestionKind::YesNo => "odds-yes-no-",
            QuestionKind::SingleChoice(_) => "odds-choice-",
        };
        setting.messages.fill(&[kind, part].concat(), &values)
    };
    let names_several = matches!(question.oracle().longest_report(), Report::Bits(_));
    html! {
        <details class="odds" part="odds" {open}>
            <summary>
                <strong>{ setting.say("odds") }</strong>
                { " " }
                { fill("others") }
            </summary>
            { icon_array(odds.said_by_the_others) }
            <p>{ fill("truth") }</p>
            if names_several {
                <p>{ setting.say("odds-several") }</p>
            }
            <p>{ fill("guess") }</p>
        </details>
    }
}

/// A number of people out of a hundred. Rounding must not claim "nobody" or "everybody".
fn people(setting: &Setting, number: u64) -> String {
    match number {
        0 => setting.say("fewer-than-one"),
        1..=99 => number.to_string(),
        _ => setting.say("more-than-99"),
    }
}
