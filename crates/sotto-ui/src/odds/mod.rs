//! The odds of one question in natural frequencies, and what all of them add up to.
//!
//! Every number is computed from the survey's own parameters.

mod loss;
mod people;

use sotto_ldp::{
    BIT_WEIGHT_TOTAL, Deniability, Report, deniability::per_hundred, numbers::Decimal,
};
use sotto_survey::{
    AnswerShape, Categories, NumberFields, Part, PartDomain, PartRole, Question, Survey, Text,
};

use loss::bound;
pub use loss::{loss_of_two_copies, loss_with_earlier, total_loss, total_loss_in_short};
use people::{people, people_in_hundred};

use crate::{Tag, Words, charts, gap, tag};

/// The odds of a question: one short line, below which the rest opens when somebody asks for it.
pub fn odds(words: &Words, survey: &Survey, question: &Question) -> Tag {
    let mut lines = Vec::new();
    let mut before: Option<&Part> = None;
    let joint = survey.joint_of(question);
    let (parts, loss) = match joint {
        Some(joint) => (
            std::slice::from_ref(joint.part()),
            joint.part().privacy_loss(),
        ),
        None => (question.parts(), question.privacy_loss()),
    };
    for part in parts {
        // Rows and options have the same odds; fields and what tells who declined have their own.
        let same = before.is_some_and(|before| {
            (before.domain(), before.parameters()) == (part.domain(), part.parameters())
        });
        if !same {
            let (after, told) = of_part(words, question, part);
            if before.is_none() {
                let in_short = words.fill("odds-short", &[("after", &after)]);
                let odds = words.say("odds");
                let between = gap(&odds, &in_short);
                let odds = tag("strong").text(&odds);
                lines.push(tag("summary").with(odds).text(between).text(&in_short));
            }
            lines.extend(told);
            before = Some(part);
        }
    }
    if let Some(joint) = joint {
        let (sentence, titles) = (words.say("odds-link"), words.list_titles(survey, joint));
        lines.push(Words::put_around(
            tag("p"),
            &sentence,
            "{questions}",
            titles,
        ));
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
        let after = bound(words, loss.to_f64());
        lines.push(paragraph(&words.fill("odds-waves", &[("after", &after)])));
    }
    tag("details")
        .set("class", "odds")
        .set("part", "odds")
        .all(lines)
}

/// What an even guess becomes, in a hundred, and all that there is to say.
fn of_part(words: &Words, question: &Question, part: &Part) -> (String, Vec<Tag>) {
    match (part.domain(), part.deniability()) {
        (PartDomain::Numbers(grid), _) => {
            let (middle, distance) = (grid.cells() / 2, (grid.cells() / 10).max(1));
            let share_beyond = |cell| in_hundred(part.randomizer().share_beyond(cell, distance));
            let beyond = share_beyond(middle);
            let middle_number = grid.value(middle).unwrap_or_default();
            let number = match question.shape() {
                AnswerShape::Numbers(NumberFields::Single(range)) if range.calendar.is_some() => {
                    words.answered(middle_number, range)
                }
                _ => words.number(&middle_number.to_string()),
            };
            let away = Decimal::from_micros(grid.step().micros() * i64::from(distance)).ok();
            let after = bound(words, part.first_loss().to_f64());
            let values: [(&str, &str); 4] = [
                ("number", &number),
                ("others", &people(words, beyond)),
                (
                    "distance",
                    &words.distance(away.unwrap_or_default(), question.shape().calendar()),
                ),
                ("after", &after),
            ];
            let fill = |key| words.fill(key, &values);
            let others = fill(if part.takes_declined() {
                "odds-number-or-declined"
            } else {
                "odds-number-others"
            });
            let others = match field_name(question, part) {
                Some(name) => words.write_named(tag("p"), name, &others),
                None => paragraph(&others),
            };
            let mut told = vec![others, icon_array(words, beyond)];
            if part.takes_declined() {
                let others = people(words, share_beyond(grid.cells()));
                let answered = words.fill("odds-answered", &[("others", &others)]);
                told.push(paragraph(&answered));
            }
            told.push(paragraph(&fill("odds-number-guess")));
            (after, told)
        }
        // A report that names no category: what it can prove at most.
        (_, None) => {
            let after = bound(words, part.first_loss().to_f64());
            let most = words.fill("odds-choice-guess", &[("after", &after)]);
            (after, vec![paragraph(&most)])
        }
        (_, Some(odds)) => of_categories(words, question, part, odds),
    }
}

fn icon_array(words: &Words, filled: u64) -> Tag {
    let number = words.number(&filled.min(100).to_string());
    charts::icon_array(&words.fill("icon-array", &[("filled", &number)]), filled)
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
    let after = people_in_hundred(words, odds.after_an_even_guess);
    let values: [(&str, &str); 3] = [
        ("truth", &people(words, odds.said_by_those_it_is_true_of)),
        ("others", &people(words, odds.said_by_the_others)),
        ("after", &after),
    ];
    if question.shape().own_secret().is_some() {
        let told = paragraph(&words.fill("odds-secret", &values));
        return (after, vec![told]);
    }
    if part.role() == PartRole::Answered {
        let told = paragraph(&words.fill("odds-answered", &values));
        return (after, vec![told]);
    }
    let shape = match question.shape() {
        _ if part.role() == PartRole::Joint => "odds-link-",
        // Of an own secret it is told above.
        AnswerShape::One(Categories::YesNo | Categories::OwnSecret(_)) => "odds-yes-no-",
        AnswerShape::Set(_) => "odds-set-",
        AnswerShape::Rows(_) => "odds-row-",
        AnswerShape::Order(_) if part.role() != PartRole::Category => "odds-pair-",
        AnswerShape::One(Categories::Levels { .. } | Categories::Options(_))
        | AnswerShape::Order(_)
        | AnswerShape::None { .. }
        | AnswerShape::Numbers(_) => "odds-choice-",
    };
    let fill = |line: &str| words.fill(&[shape, line].concat(), &values);
    let mut lines = vec![
        paragraph(&fill("others")),
        icon_array(words, odds.said_by_the_others),
        paragraph(&fill("truth")),
    ];
    if matches!(part.randomizer().longest_report(), Report::Bits(_)) {
        lines.push(paragraph(&words.say("odds-several")));
    }
    lines.push(paragraph(&fill("guess")));
    (after, lines)
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

/// A share of [`BIT_WEIGHT_TOTAL`] as people out of a hundred.
fn in_hundred(share: u64) -> u64 {
    per_hundred(share.into(), BIT_WEIGHT_TOTAL.into())
}
