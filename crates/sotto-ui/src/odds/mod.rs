//! The odds of one question in natural frequencies, and what all of them add up to.
//!
//! Every number is computed from the survey's own parameters.

mod icon_array;
mod loss;

use sotto_ldp::{BIT_WEIGHT_TOTAL, Deniability, Report, numbers::Decimal};
use sotto_survey::{
    AnswerShape, Categories, NumberFields, Part, PartDomain, PartRole, Question, Survey, Text,
};

use icon_array::icon_array;
use loss::bound;
pub use loss::{loss_of_two_copies, loss_with_earlier, total_loss};

use crate::{Tag, Words, tag};

/// The odds of a question: the most telling number in the summary, the others below it.
pub fn odds(words: &Words, survey: &Survey, question: &Question, open: bool) -> Tag {
    let mut lines = Vec::new();
    let mut before: Option<&Part> = None;
    for part in question.parts() {
        // Rows and options have the same odds; fields and what tells who declined have their own.
        let same = before.is_some_and(|before| {
            (before.domain(), before.parameters()) == (part.domain(), part.parameters())
        });
        if !same {
            let (first, more) = of_part(words, question, part);
            lines.push(match before {
                None => tag("summary")
                    .with(tag("strong").text(&words.say("odds")))
                    .text(" ")
                    .with(first),
                Some(_) => tag("p").with(first),
            });
            lines.extend(more);
            before = Some(part);
        }
    }
    let drawn_from = question.drawn_parts().len();
    if (question.reported() as usize) < drawn_from {
        let values: [(&str, &str); 2] = [
            ("reported", &words.number(&question.reported().to_string())),
            ("parts", &words.number(&drawn_from.to_string())),
        ];
        lines.push(paragraph(&words.fill("odds-drawn", &values)));
    }
    if survey.epsilon_first().is_some() {
        let after = bound(words, question.privacy_loss().to_f64());
        lines.push(paragraph(&words.fill("odds-waves", &[("after", &after)])));
    }
    tag("details")
        .set("class", "odds")
        .set("part", "odds")
        .when(open, "open", "")
        .all(lines)
}

/// The most telling number, and the lines below it.
fn of_part(words: &Words, question: &Question, part: &Part) -> (Tag, Vec<Tag>) {
    match (part.domain(), part.deniability()) {
        (PartDomain::Numbers(grid), _) => {
            let (middle, distance) = (grid.cells() / 2, (grid.cells() / 10).max(1));
            let beyond = in_hundred(part.randomizer().share_beyond(middle, distance));
            let number =
                |number: Option<Decimal>| words.number(&number.unwrap_or_default().to_string());
            let away = Decimal::from_micros(grid.step().micros() * i64::from(distance)).ok();
            let values: [(&str, &str); 4] = [
                ("number", &number(grid.value(middle))),
                ("others", &people(words, beyond)),
                ("distance", &number(away)),
                ("after", &bound(words, part.first_loss().to_f64())),
            ];
            let fill = |key| words.fill(key, &values);
            let others = fill("odds-number-others");
            let element = tag("span");
            let others = match field_name(question, part) {
                Some(name) => words.write_named(element, name, &others),
                None => element.text(&others),
            };
            let more = vec![
                icon_array(words, beyond),
                paragraph(&fill("odds-number-guess")),
            ];
            (others, more)
        }
        (_, None) => (tag("span"), Vec::new()),
        (_, Some(odds)) => {
            let (first, more) = of_categories(words, question, part, odds);
            (tag("span").text(&first), more)
        }
    }
}

fn paragraph(text: &str) -> Tag {
    tag("p").text(text)
}

fn of_categories(
    words: &Words,
    question: &Question,
    part: &Part,
    odds: Deniability,
) -> (String, Vec<Tag>) {
    let values: [(&str, &str); 3] = [
        ("truth", &people(words, odds.said_by_those_it_is_true_of)),
        ("others", &people(words, odds.said_by_the_others)),
        ("after", &people(words, odds.after_an_even_guess)),
    ];
    if part.role() == PartRole::Answered {
        return (words.fill("odds-answered", &values), Vec::new());
    }
    let shape = match question.shape() {
        AnswerShape::One(Categories::YesNo) => "odds-yes-no-",
        AnswerShape::Set(_) => "odds-set-",
        AnswerShape::Rows(_) => "odds-row-",
        AnswerShape::One(Categories::Levels { .. } | Categories::Options(_))
        | AnswerShape::None { .. }
        | AnswerShape::Numbers(_) => "odds-choice-",
    };
    let fill = |line: &str| words.fill(&[shape, line].concat(), &values);
    let mut lines = vec![
        icon_array(words, odds.said_by_the_others),
        paragraph(&fill("truth")),
    ];
    if matches!(part.randomizer().longest_report(), Report::Bits(_)) {
        lines.push(paragraph(&words.say("odds-several")));
    }
    lines.push(paragraph(&fill("guess")));
    (fill("others"), lines)
}

/// The name of one of several numbers, to stand before the words about it.
fn field_name<'a>(question: &'a Question, part: &Part) -> Option<&'a Text> {
    let PartRole::Number(index) = part.role() else {
        return None;
    };
    let AnswerShape::Numbers(NumberFields::Several(fields)) = question.shape() else {
        return None;
    };
    fields.get(index).map(|field| &field.title)
}

/// A share of [`BIT_WEIGHT_TOTAL`] as people out of a hundred, rounded to the nearest one.
const fn in_hundred(share: u64) -> u64 {
    (share * 100 + BIT_WEIGHT_TOTAL / 2) / BIT_WEIGHT_TOTAL
}

/// A number of people out of a hundred. Rounding must not claim "nobody" or "everybody".
fn people(words: &Words, number: u64) -> String {
    match number {
        0 => words.say("fewer-than-one"),
        1..=99 => words.number(&number.to_string()),
        _ => words.say("more-than-99"),
    }
}
