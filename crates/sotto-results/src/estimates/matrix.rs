//! A matrix: its rows and options as a heat table.

use sotto_survey::{CategoryResults, Matrix, Question, QuestionResults};
use sotto_ui::{
    Words,
    charts::{self, HeatCell, HeatRow, Scale, TimesIn},
};

use super::{
    drawn::{Drawn, Lines},
    explanation::Explanation,
    figure::{Figure, Named, missing, times_in_words},
    headline::{greatest, headline},
    quantity::Quantity,
    worked::Worked,
};
use crate::naming;

pub(super) fn matrix(
    question: &Question,
    matrix: &Matrix,
    results: Option<&QuestionResults>,
    times_in: TimesIn,
    survey_words: &Words,
) -> Drawn {
    let words = survey_words.messages();
    let of_rows = results.and_then(|results| results.rows.as_ref());
    let mut rows = Vec::new();
    let mut lines = Vec::new();
    for row in &matrix.rows {
        let title = survey_words.text(&row.title).to_owned();
        let results = of_rows.and_then(|rows| rows.iter().find(|results| results.id == row.id));
        let cells: Vec<_> = question
            .categories()
            .map(|category| {
                let name = naming::category(question, category, survey_words);
                let results = results.and_then(|row| {
                    let is_it = |results: &&CategoryResults| results.id == category.id();
                    Some((row.categories.iter().find(is_it)?, row.reports))
                });
                Named {
                    id: [row.id.as_str(), ".", category.id()].concat(),
                    title: words.fill("named", &[("name", &*title), ("words", &name)]),
                    quantity: Quantity::Share,
                    figure: results
                        .and_then(|(category, reports)| Figure::of_category(category, reports)),
                }
            })
            .collect();
        let drawn: Option<Vec<_>> = cells
            .iter()
            .map(|cell| Some(heat_cell(cell.figure?, survey_words)))
            .collect();
        rows.push(HeatRow {
            id: row.id.to_string(),
            title,
            cells: drawn.ok_or_else(|| missing(words)),
        });
        lines.extend(cells);
    }
    let categories = question.categories();
    let names = categories.map(|category| naming::category(question, category, survey_words));
    let head = [words.text("matrix-row")].into_iter().chain(names);
    let name = survey_words.text(question.title());
    let (times, of) = times_in_words(times_in, words);
    let leading = greatest(&lines);
    let sentence = leading.map(|one| headline("headline-matrix", one, times_in, words));
    let worked = leading.and_then(|one| {
        let part = question.parts().first()?;
        Worked::new(one.figure?, part.randomizer().support_probabilities())
    });
    let known: Vec<_> = lines.iter().filter_map(|line| line.figure).collect();
    let known = known.into_iter();
    Drawn {
        sentences: sentence.into_iter().collect(),
        explanation: Explanation::Shares(worked),
        drawing: charts::heat_table(name, head.collect(), rows),
        caption: words.fill("matrix-caption", &[("times", &times), ("of", &of)]),
        says_little: lines.iter().all(Named::says_little),
        lines: Lines {
            first: "table-category",
            with_reported: true,
            scale: Scale::holding(known.flat_map(|figure| figure.shares())),
            all: lines,
        },
    }
}

pub(super) fn heat_cell(figure: Figure, words: &Words) -> HeatCell {
    let quantity = Quantity::Share;
    let reading = figure.reading(&quantity);
    let write = |share| quantity.write(share, reading.decimals, words.messages());
    let (low, high) = (write(reading.interval.0), write(reading.interval.1));
    HeatCell {
        share: reading.shown,
        figure: write(reading.shown),
        interval: words.fill("range", &[("from", &low), ("to", &high)]),
    }
}
