//! Linked questions: their joint report as a heat table, the last question's categories side by side.

use sotto_survey::{CellResults, Joint, JointResults, Survey};
use sotto_ui::{
    Words,
    charts::{self, HeatRow, Scale, TimesIn},
    linked,
};

use super::{
    drawn::{Drawn, Lines},
    explanation::Explanation,
    figure::{Figure, Named, missing, times_in_words},
    headline::{greatest, headline},
    matrix::heat_cell,
    quantity::Quantity,
    worked::Worked,
};
use crate::naming;

/// The titles of the questions of a link.
pub(super) fn title(survey: &Survey, joint: &Joint, words: &Words) -> String {
    let titles = linked(survey, joint).map(|question| words.text(question.title()));
    titles.collect::<Vec<_>>().join(&words.say("together"))
}

/// The names of a cell's categories: of all questions but the last together, and of the last.
fn names(survey: &Survey, joint: &Joint, cell: u32, words: &Words) -> (String, String) {
    let categories = linked(survey, joint).zip(joint.categories(cell));
    let names = categories.filter_map(|(question, category)| {
        let category = question.categories().nth(category as usize)?;
        Some(naming::category(question, category, words))
    });
    let mut names: Vec<_> = names.collect();
    let last = names.pop().unwrap_or_default();
    (names.join(&words.say("together")), last)
}

pub(super) fn joint(
    survey: &Survey,
    joint: &Joint,
    results: Option<&JointResults>,
    times_in: TimesIn,
    survey_words: &Words,
) -> Drawn {
    let words = survey_words.messages();
    let reports = results.map_or(0, |results| results.reports);
    let columns = joint.sizes().last().copied().unwrap_or(1).max(1);
    let mut rows = Vec::new();
    let mut lines = Vec::new();
    let mut head = Vec::new();
    for first in (0..joint.part().domain().size()).step_by(columns as usize) {
        let (title, _) = names(survey, joint, first, survey_words);
        let cells: Vec<_> = (first..first + columns)
            .map(|cell| {
                let (_, name) = names(survey, joint, cell, survey_words);
                if first == 0 {
                    head.push(name.clone());
                }
                let found = results.and_then(|results| results.cells.get(cell as usize));
                Named {
                    id: cell.to_string(),
                    title: [&*title, &name].join(&survey_words.say("together")),
                    quantity: Quantity::Share,
                    figure: found.and_then(|cell: &CellResults| Figure::of_cell(cell, reports)),
                }
            })
            .collect();
        let drawn: Option<Vec<_>> = cells
            .iter()
            .map(|cell| Some(heat_cell(cell.figure?, survey_words)))
            .collect();
        rows.push(HeatRow {
            id: first.to_string(),
            title,
            cells: drawn.ok_or_else(|| missing(words)),
        });
        lines.extend(cells);
    }
    let (times, of) = times_in_words(times_in, words);
    let all = title(survey, joint, survey_words);
    head.insert(0, words.text("link-answers"));
    let leading = greatest(&lines);
    let sentence = leading.map(|one| headline("headline-link", one, times_in, words));
    let worked = leading.and_then(|one| {
        let support = joint.part().randomizer().support_probabilities();
        Worked::new(one.figure?, support)
    });
    let known: Vec<_> = lines.iter().filter_map(|line| line.figure).collect();
    let known = known.into_iter();
    Drawn {
        sentences: sentence.into_iter().collect(),
        explanation: Explanation::Shares(worked),
        drawing: charts::heat_table(&all, head, rows),
        caption: words.fill("link-caption", &[("times", &times), ("of", &of)]),
        says_little: lines.iter().all(Named::says_little),
        lines: Lines {
            first: "table-category",
            with_reported: true,
            scale: Scale::holding(known.flat_map(|figure| figure.shares())),
            all: lines,
        },
    }
}
