//! The odds of one question, in natural frequencies.

use sotto_ldp::Report;
use sotto_survey::{Part, Question, QuestionKind};

use crate::{
    privacy::icon_array,
    survey::Setting,
    ui::{Tag, tag},
};

/// The odds of a question: the most telling number in the summary, the others behind it.
pub fn odds(setting: &Setting, question: &Question, open: bool) -> Tag {
    let Some(odds) = question.deniability() else {
        return tag("div");
    };
    let count = |number| people(setting, number);
    let values: [(&str, &str); 3] = [
        ("truth", &count(odds.said_by_those_it_is_true_of)),
        ("others", &count(odds.said_by_the_others)),
        ("after", &count(odds.after_an_even_guess)),
    ];
    let fill = |part: &str| {
        let kind = match question.kind() {
            QuestionKind::YesNo => "odds-yes-no-",
            _ => "odds-choice-",
        };
        setting.messages.fill(&[kind, part].concat(), &values)
    };
    let randomizer = question.parts().first().map(Part::randomizer);
    let names_several =
        randomizer.is_some_and(|randomizer| matches!(randomizer.longest_report(), Report::Bits(_)));
    let mut parts = vec![
        tag("summary")
            .with(tag("strong").text(&setting.say("odds")))
            .text(" ")
            .text(&fill("others")),
        icon_array(odds.said_by_the_others),
        tag("p").text(&fill("truth")),
    ];
    if names_several {
        parts.push(tag("p").text(&setting.say("odds-several")));
    }
    parts.push(tag("p").text(&fill("guess")));
    tag("details")
        .set("class", "odds")
        .set("part", "odds")
        .when(open, "open", "")
        .all(parts)
}

/// A number of people out of a hundred. Rounding must not claim "nobody" or "everybody".
fn people(setting: &Setting, number: u64) -> String {
    match number {
        0 => setting.say("fewer-than-one"),
        1..=99 => number.to_string(),
        _ => setting.say("more-than-99"),
    }
}
