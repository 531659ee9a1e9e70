//! One category or several options: bars on one scale of shares.

use sotto_survey::{AnswerShape, Categories, Category, Question, QuestionResults};
use sotto_ui::{
    Words,
    charts::{self, Scale, TimesIn},
};

use super::{
    drawn::{Drawn, Lines},
    explanation::Explanation,
    figure::{Figure, LANE, Named},
    headline::{greatest, headline},
    quantity::Quantity,
    worked::Worked,
};

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
            title: survey_words.category(category),
            quantity: Quantity::Share,
            figure: results
                .and_then(|results| results.categories.iter().find(|c| c.id == category.id()))
                .and_then(|category| Figure::of_category(category, reports)),
        })
        .collect();
    let known = categories.iter().filter_map(|category| category.figure);
    let scale = Scale::holding(known.flat_map(|figure| figure.shares()));
    let rows = categories
        .iter()
        .map(|category| category.row(scale, times_in, words));
    let drawing = charts::bars(rows.collect(), LANE);
    let ends = [
        ("start", &*words.percent(0.0, 0)),
        ("end", &words.percent(scale.end(), 0)),
    ];
    let leading = leading(question, &categories);
    let worked = leading.and_then(|(_, named)| {
        let place = categories.iter().position(|one| one.id == named.id)?;
        let part = match question.parts() {
            [part] => part,
            parts => parts.get(place)?,
        };
        Worked::new(named.figure?, part.randomizer().support_probabilities())
    });
    let mut sentences: Vec<_> = leading
        .map(|(key, named)| headline(key, named, times_in, words))
        .into_iter()
        .collect();
    let declined = categories.iter().find(|named| {
        let known = named.figure.is_some();
        known && named.id == Category::Decline.id()
    });
    sentences
        .extend(declined.map(|declined| headline("headline-declined", declined, times_in, words)));
    Drawn {
        sentences,
        explanation: Explanation::Shares(worked),
        drawing,
        caption: words.fill("chart-caption", &ends),
        says_little: categories.iter().all(Named::says_little),
        lines: Lines {
            first: "table-category",
            with_reported: true,
            scale,
            all: categories,
        },
    }
}

/// The figure that people ask for first: of yes or no the share of yes, else of what was chosen most often.
fn leading<'a>(question: &Question, categories: &'a [Named]) -> Option<(&'static str, &'a Named)> {
    let answers = || {
        let answers = categories.iter();
        answers.filter(|named| named.id != Category::Decline.id())
    };
    Some(match question.shape() {
        AnswerShape::One(Categories::YesNo) => {
            let yes = answers().find(|named| named.id == Category::Yes.id());
            ("headline-share", yes.filter(|yes| yes.figure.is_some())?)
        }
        AnswerShape::Set(_) => ("headline-set", greatest(answers())?),
        _ => ("headline-most", greatest(answers())?),
    })
}
