//! One category or several options: bars on one scale of shares; of levels also median and quartiles.

use sotto_survey::{AnswerShape, Categories, Category, Question, QuestionResults};
use sotto_ui::{
    Messages, Words,
    charts::{self, Scale, TimesIn},
};
use yew::prelude::*;

use super::{
    drawn::{Drawn, Lines},
    explanation::Explanation,
    figure::{Figure, LANE, Named},
    found,
    headline::{greatest, headline},
    not_asked, quantiles,
    quantity::Quantity,
    secrets,
    worked::Worked,
};
use crate::naming;

pub(super) fn shares(
    question: &Question,
    results: Option<&QuestionResults>,
    times_in: TimesIn,
    survey_words: &Words,
) -> Drawn {
    let words = survey_words.messages();
    let reports = results.map_or(0, |results| results.reports);
    let categories: Vec<_> = question
        .categories()
        .map(|category| Named {
            id: category.id().to_owned(),
            title: naming::category(question, category, survey_words),
            quantity: Quantity::Share,
            figure: results
                .and_then(|results| results.categories.iter().find(|c| c.id == category.id()))
                .and_then(|category| Figure::of_category(category, reports)),
        })
        .collect();
    let known = categories.iter().filter_map(|category| category.figure);
    let scale = Scale::holding(known.flat_map(|figure| figure.shares()));
    // Of many options those are drawn that were found; the table has all.
    let of_many = results.and_then(|results| results.found.as_ref());
    let drawn: Vec<_> = match of_many {
        Some(of_many) => found::listed(of_many, &categories),
        None => categories.iter().collect(),
    };
    let rows = drawn
        .iter()
        .map(|category| category.row(scale, times_in, words));
    let quantiles = of_levels(question, results, &categories, words);
    let lines = quantiles
        .iter()
        .map(|line| line.row_in_range(times_in, words));
    let drawing = html! {
        <>
            { charts::bars(rows.collect(), LANE) }
            if !quantiles.is_empty() { { charts::bars(lines.collect(), LANE) } }
        </>
    };
    let ends = [
        ("start", &*words.percent(0.0, 0)),
        ("end", &words.percent(scale.end(), 0)),
    ];
    let leading = leading(question, &categories);
    let worked = leading.and_then(|(_, named)| {
        let index = categories.iter().position(|one| one.id == named.id)?;
        let part = match question.parts() {
            [part] => part,
            parts => parts.get(index)?,
        };
        Worked::new(named.figure?, part.randomizer().support_probabilities())
    });
    let mut sentences: Vec<_> = match of_many {
        // The greatest of many is great by chance, too, and stands first among those that were found.
        Some(of_many) => found::sentences(of_many, categories.len(), words),
        None => leading
            .map(|(key, named)| headline(key, named, times_in, words))
            .into_iter()
            .collect(),
    };
    let secret = results.and_then(|results| results.secret.as_ref());
    sentences.extend(
        secret
            .into_iter()
            .flat_map(|secret| secrets::sentences(secret, times_in, words)),
    );
    let declined = categories.iter().find(|named| {
        let known = named.figure.is_some();
        known && named.id == Category::Decline.id()
    });
    let key = match question.condition() {
        Some(_) => "headline-not-asked",
        None => "headline-declined",
    };
    match results.and_then(|results| results.not_asked.as_ref()) {
        Some(apart) => sentences.extend(not_asked::sentences(apart, times_in, words)),
        None => sentences.extend(declined.map(|declined| headline(key, declined, times_in, words))),
    }
    let says_little = categories.iter().all(Named::says_little);
    let caption = words.fill("chart-caption", &ends);
    let (first, caption) = if quantiles.is_empty() {
        ("table-category", caption)
    } else {
        let quantiles = words.text("quantiles-caption");
        ("table-figure", [caption, quantiles].join(" "))
    };
    Drawn {
        sentences,
        explanation: match question.shape().own_secret() {
            Some(_) => Explanation::OwnSecret(worked),
            None => Explanation::Shares(worked),
        },
        drawing,
        caption,
        says_little,
        lines: Lines {
            first,
            with_reported: true,
            scale,
            all: categories.into_iter().chain(quantiles).collect(),
        },
    }
}

/// Median and quartiles of the levels of a scale. Linked questions have none.
fn of_levels(
    question: &Question,
    results: Option<&QuestionResults>,
    categories: &[Named],
    words: &Messages,
) -> Vec<Named> {
    let AnswerShape::One(Categories::Levels { first, last }) = question.shape() else {
        return Vec::new();
    };
    let is_known = categories.iter().any(|one| one.figure.is_some());
    let keep_place = !is_known && !question.is_joint();
    let found = results.and_then(|results| results.quantiles.as_deref());
    quantiles::lines(found, keep_place, &Quantity::level(first, last), words)
}

/// The figure that people ask for first: of yes or no the share of yes, else of what was chosen most often.
fn leading<'a>(question: &Question, categories: &'a [Named]) -> Option<(&'static str, &'a Named)> {
    let answers = || {
        let answers = categories.iter();
        answers.filter(|named| named.id != Category::Decline.id())
    };
    Some(match question.shape() {
        AnswerShape::One(Categories::YesNo | Categories::OwnSecret(_)) => {
            let yes = answers().find(|named| named.id == Category::Yes.id());
            ("headline-share", yes.filter(|yes| yes.figure.is_some())?)
        }
        AnswerShape::Set(_) => ("headline-set", greatest(answers())?),
        AnswerShape::One(Categories::Levels { .. } | Categories::Options(_))
        | AnswerShape::None { .. }
        | AnswerShape::Order(_)
        | AnswerShape::Rows(_)
        | AnswerShape::Numbers(_) => ("headline-most", greatest(answers())?),
    })
}
