//! Two questions crossed: a heat table, and whether the answers go together.

use sotto_api::{CellView, CrossTabs, CrossedQuestion, IndependenceView};
use sotto_survey::{Category, ShareResults, Survey};
use sotto_ui::{
    Messages, Words,
    charts::{self, HeatRow, Scale, TimesIn},
};
use yew::prelude::*;

use super::{
    drawn::{Lines, table},
    figure::{Figure, Named, times_in_words},
    headline::{greatest, headline},
    matrix::heat_cell,
    quantity::Quantity,
};
use crate::naming;

/// Above it nobody says that answers go together.
const SIGNIFICANT: f64 = 0.05;

/// Below it the chance is told by this bound.
const LEAST_CHANCE: f64 = 0.001;

/// The table with its sentences. What it names is read in `survey`; an id that is not there stands for itself.
pub(crate) fn crossed(survey: &Survey, crossed: &CrossTabs, words: &Words) -> Html {
    let times_in = TimesIn::of_confidence(crossed.confidence);
    let (rows, columns) = (
        Side::of(survey, &crossed.rows, words),
        Side::of(survey, &crossed.columns, words),
    );
    let mut lines = Vec::new();
    let mut heat = Vec::new();
    for ((row, id), cells) in rows
        .categories
        .iter()
        .zip(&crossed.rows.categories)
        .zip(&crossed.cells)
    {
        let figures: Vec<Figure> = cells.iter().map(|&cell| share(cell).into()).collect();
        heat.push(HeatRow {
            id: id.clone(),
            title: row.clone(),
            cells: Ok(figures
                .iter()
                .map(|&figure| heat_cell(figure, words))
                .collect()),
        });
        let named = columns
            .categories
            .iter()
            .zip(figures)
            .map(|(column, figure)| Named {
                id: [id, ".", column].concat(),
                title: [&**row, column].join(&words.say("together")),
                quantity: Quantity::Share,
                figure: Some(figure),
            });
        lines.extend(named);
    }
    let messages = words.messages();
    let title = [&*rows.title, &columns.title].join(&words.say("together"));
    let names = [rows.title].into_iter().chain(columns.categories);
    let (times, of) = times_in_words(times_in, messages);
    let reports = messages.whole(crossed.reports);
    let caption = [("reports", &*reports), ("times", &times), ("of", &of)];
    let leading = greatest(&lines);
    let leading = leading.map(|one| headline("headline-link", one, times_in, messages));
    let shown: Vec<_> = lines.iter().filter_map(|line| line.figure).collect();
    let scale = Scale::holding(shown.into_iter().flat_map(|figure| figure.shares()));
    html! {
        <>
        { for leading.map(|sentence| html! { <p class="headline">{ sentence }</p> }) }
        { for crossed.independence.map(|tested| independence(tested, messages)) }
        { charts::heat_table(&title, names.collect(), heat) }
        <p class="note">{ messages.fill("cross-caption", &caption) }</p>
        { for crossed.times_the_people.map(|times| {
            let times = messages.number(times, 1);
            html! { <p class="note">{ messages.fill("cross-times", &[("times", &times)]) }</p> }
        }) }
        { table(Lines { first: "table-category", with_reported: false, scale, all: lines }, messages) }
        </>
    }
}

/// One of the two questions in the reader's words.
struct Side {
    title: String,
    categories: Vec<String>,
}

impl Side {
    fn of(survey: &Survey, crossed: &CrossedQuestion, words: &Words) -> Self {
        let mut questions = survey.questions().iter();
        let question = questions.find(|question| question.id().as_str() == crossed.id);
        let title = question.map(|question| words.text(question.title()).to_owned());
        let categories = crossed.categories.iter().map(|id| {
            let named = question.and_then(|question| {
                let mut all = question.categories();
                let found = all.find(|category: &Category<'_>| category.id() == id)?;
                Some(naming::category(question, found, words))
            });
            named.unwrap_or_else(|| id.clone())
        });
        Self {
            title: title.unwrap_or_else(|| crossed.id.clone()),
            categories: categories.collect(),
        }
    }
}

fn share(cell: CellView) -> ShareResults {
    ShareResults {
        estimate: cell.estimate,
        standard_error: cell.standard_error,
        interval: cell.interval,
    }
}

/// Whether the answers go together, and the test's figures for whoever wants them.
fn independence(tested: IndependenceView, words: &Messages) -> Html {
    let (key, decimals) = match tested.p_value {
        p if p < LEAST_CHANCE => ("cross-tied-surely", 1),
        p if p < SIGNIFICANT => ("cross-tied", 1),
        _ => ("cross-untold", 0),
    };
    let chance = words.percent(tested.p_value.max(LEAST_CHANCE), decimals);
    let values = [
        ("statistic", &*words.number(tested.statistic, 2)),
        ("degrees", &words.whole(tested.degrees.into())),
        ("p", &words.number(tested.p_value, 4)),
    ];
    html! {
        <>
        <p class="headline">{ words.fill(key, &[("chance", &chance)]) }</p>
        <details class="explanation">
            <summary>{ words.text("ask-statistics") }</summary>
            <p>{ words.fill("cross-test", &values) }</p>
        </details>
        </>
    }
}
