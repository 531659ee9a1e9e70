//! The odds of one question, in natural frequencies.

use sotto_ldp::{BIT_WEIGHT_TOTAL, Deniability, Report, numbers::Decimal};
use sotto_survey::{Part, PartDomain, PartRole, Question, QuestionKind, Text};
use sotto_ui::{Tag, tag};

use crate::{
    privacy::{icon_array, loss::bound},
    survey::Setting,
};

/// The odds of a question: the most telling number in the summary, the others behind it.
pub fn odds(setting: &Setting, question: &Question, open: bool) -> Tag {
    let mut lines = Vec::new();
    let mut before: Option<&Part> = None;
    for part in question.parts() {
        // Rows and options have the same odds; fields and what tells who declined have their own.
        let same = before.is_some_and(|before| {
            (before.domain(), before.parameters()) == (part.domain(), part.parameters())
        });
        if !same {
            let (first, more) = of_part(setting, question, part);
            lines.push(match before {
                None => tag("summary")
                    .with(tag("strong").text(&setting.say("odds")))
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
            (
                "reported",
                &setting.number(&question.reported().to_string()),
            ),
            ("parts", &setting.number(&drawn_from.to_string())),
        ];
        lines.push(paragraph(&setting.messages.fill("odds-drawn", &values)));
    }
    if setting.survey.epsilon_first().is_some() {
        let after = bound(setting, question.privacy_loss().to_f64());
        lines.push(paragraph(
            &setting.messages.fill("odds-waves", &[("after", &after)]),
        ));
    }
    tag("details")
        .set("class", "odds")
        .set("part", "odds")
        .when(open, "open", "")
        .all(lines)
}

/// The most telling number, and what stands behind it.
fn of_part(setting: &Setting, question: &Question, part: &Part) -> (Tag, Vec<Tag>) {
    match (part.domain(), part.deniability()) {
        (PartDomain::Numbers(grid), _) => {
            let (middle, distance) = (grid.cells() / 2, (grid.cells() / 10).max(1));
            let beyond = in_hundred(part.randomizer().share_beyond(middle, distance));
            let number =
                |number: Option<Decimal>| setting.number(&number.unwrap_or_default().to_string());
            let away = Decimal::from_micros(grid.step().micros() * i64::from(distance)).ok();
            let values: [(&str, &str); 4] = [
                ("number", &number(grid.value(middle))),
                ("others", &people(setting, beyond)),
                ("distance", &number(away)),
                ("after", &bound(setting, part.first_loss().to_f64())),
            ];
            let fill = |key| setting.messages.fill(key, &values);
            let others = fill("odds-number-others");
            let words = tag("span");
            let others = match field_name(question, part) {
                Some(name) => setting.write_named(words, name, &others),
                None => words.text(&others),
            };
            let more = vec![
                icon_array(setting, beyond),
                paragraph(&fill("odds-number-guess")),
            ];
            (others, more)
        }
        (_, None) => (tag("span"), Vec::new()),
        (_, Some(odds)) => {
            let (first, more) = of_categories(setting, question, part, odds);
            (tag("span").text(&first), more)
        }
    }
}

fn paragraph(words: &str) -> Tag {
    tag("p").text(words)
}

fn of_categories(
    setting: &Setting,
    question: &Question,
    part: &Part,
    odds: Deniability,
) -> (String, Vec<Tag>) {
    let values: [(&str, &str); 3] = [
        ("truth", &people(setting, odds.said_by_those_it_is_true_of)),
        ("others", &people(setting, odds.said_by_the_others)),
        ("after", &people(setting, odds.after_an_even_guess)),
    ];
    let kind = match (part.role(), question.kind()) {
        (PartRole::Answered, _) => {
            let words = setting.messages.fill("odds-answered", &values);
            return (words, Vec::new());
        }
        (_, QuestionKind::YesNo) => "odds-yes-no-",
        (_, QuestionKind::MultipleChoice(_)) => "odds-set-",
        (_, QuestionKind::Matrix(_)) => "odds-row-",
        _ => "odds-choice-",
    };
    let fill = |line: &str| setting.messages.fill(&[kind, line].concat(), &values);
    let mut lines = vec![
        icon_array(setting, odds.said_by_the_others),
        paragraph(&fill("truth")),
    ];
    if matches!(part.randomizer().longest_report(), Report::Bits(_)) {
        lines.push(paragraph(&setting.say("odds-several")));
    }
    lines.push(paragraph(&fill("guess")));
    (fill("others"), lines)
}

/// The name of one of several numbers, to stand before what is said of it.
fn field_name<'a>(question: &'a Question, part: &Part) -> Option<&'a Text> {
    match (part.role(), question.kind()) {
        (PartRole::Number(place), QuestionKind::Numbers(fields)) => {
            fields.get(place).map(|field| &field.title)
        }
        _ => None,
    }
}

/// Of a hundred people as many as of [`BIT_WEIGHT_TOTAL`], to the nearest one.
const fn in_hundred(share: u64) -> u64 {
    (share * 100 + BIT_WEIGHT_TOTAL / 2) / BIT_WEIGHT_TOTAL
}

/// A number of people out of a hundred. Rounding must not claim "nobody" or "everybody".
fn people(setting: &Setting, number: u64) -> String {
    match number {
        0 => setting.say("fewer-than-one"),
        1..=99 => setting.number(&number.to_string()),
        _ => setting.say("more-than-99"),
    }
}
