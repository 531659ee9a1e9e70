//! The estimates of a survey: per question a bar chart whose rows say in words what they draw, and
//! the same figures as a table.

use std::rc::Rc;

use sotto_survey::{Category, CategoryResults, Question, QuestionResults, Results, Survey};
use yew::prelude::*;

use super::{
    marks,
    reading::{Odds, Reading},
    scale::Scale,
    words::Words,
};

/// What the chart shows.
#[derive(Properties, PartialEq)]
pub struct EstimatesProps {
    /// The survey whose questions are named.
    pub survey: Rc<Survey>,
    /// The newest results; without them the chart keeps its place empty.
    pub results: Option<Rc<Results>>,
    /// The words to say it in.
    pub words: Words,
}

/// The estimates of every question of a survey.
#[component]
pub fn Estimates(props: &EstimatesProps) -> Html {
    let confidence = props.results.as_ref().map_or(0.95, |r| r.confidence);
    let odds = Odds::of_confidence(confidence);
    let charts = props.survey.questions().iter().map(|question| {
        let results = props
            .results
            .iter()
            .flat_map(|results| &results.questions)
            .find(|results| results.id == *question.id());
        chart(&props.survey, question, results, odds, &props.words)
    });
    html! {
        <div class="estimates">
            { legend(odds, &props.words) }
            { for charts }
        </div>
    }
}

/// What a category is called.
#[must_use]
pub fn category_title(category: Category<'_>, survey: &Survey, words: &Words) -> String {
    match category {
        Category::Yes => words.text("category-yes"),
        Category::No => words.text("category-no"),
        Category::Decline => words.text("category-decline"),
        Category::Level(_) => category.id().to_owned(),
        Category::Option(option) => option
            .title
            .in_language(words.language(), survey.first_language())
            .to_owned(),
    }
}

fn legend(odds: Odds, words: &Words) -> Html {
    let interval = words.fill(
        "legend-interval",
        &[
            ("times", &words.whole(odds.times.into())),
            ("of", &words.whole(odds.of.into())),
        ],
    );
    let key = |class: &'static str, drawing: Html, text: String| {
        html! {
            <li>
                <svg class={classes!("key", class)} width="28" height="16" aria-hidden="true">
                    { drawing }
                </svg>
                { text }
            </li>
        }
    };
    html! {
        <ul class="legend">
            { key("key-estimate", html! { <rect class="bar-estimate" x="0" y="3" width="28" height="10" rx="2"/> },
                words.text("legend-estimate")) }
            { key("key-interval", marks::whisker("3", "25", 8), interval) }
            { key("key-reported", marks::reported("14", 16), words.text("legend-reported")) }
        </ul>
    }
}

fn chart(
    survey: &Survey,
    question: &Question,
    results: Option<&QuestionResults>,
    odds: Odds,
    words: &Words,
) -> Html {
    let reports = results.map_or(0, |results| results.reports);
    let rows: Vec<Row> = question
        .categories()
        .map(|category| Row {
            id: category.id().to_owned(),
            title: category_title(category, survey, words),
            figures: results.and_then(|results| figures(results, category.id())),
        })
        .collect();
    let scale = Scale::holding(
        rows.iter()
            .filter_map(|row| row.figures)
            .flat_map(|f| [f.reported, f.reading.shown, f.reading.interval.1]),
    );
    let says_little = reports > 0
        && rows
            .iter()
            .filter_map(|row| row.figures)
            .all(|figures| figures.reading.says_little());
    let title = question
        .title()
        .in_language(words.language(), survey.first_language())
        .to_owned();
    let heading = format!("estimates-{}", question.id());
    let caption = words.fill(
        "chart-caption",
        &[
            ("start", &words.percent(0.0, 0)),
            ("end", &words.percent(scale.end(), 0)),
        ],
    );
    html! {
        <figure
            key={question.id().to_string()}
            class="chart"
            data-question={question.id().to_string()}
            aria-labelledby={heading.clone()}
        >
            <div class="chart-head">
                <h3 id={heading}>{ title }</h3>
                <p class="reports">
                    { words.fill("reports", &[("count", &words.whole(reports))]) }
                </p>
            </div>
            <ul class="rows">
                { for rows.iter().map(|row| bar(row, scale, odds, words)) }
            </ul>
            <figcaption>
                { caption }
                if says_little {
                    { " " }{ words.text("estimates-few") }
                }
            </figcaption>
            { table(&rows, words) }
        </figure>
    }
}

/// A category of a chart.
struct Row {
    id: String,
    title: String,
    figures: Option<Figures>,
}

/// What is known of a category; all but the count are shares.
#[derive(Clone, Copy)]
struct Figures {
    count: u64,
    reported: f64,
    estimate: f64,
    interval: [f64; 2],
    reading: Reading,
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]
fn figures(results: &QuestionResults, id: &str) -> Option<Figures> {
    let category: &CategoryResults = results.categories.iter().find(|c| c.id == id)?;
    let (estimate, interval) = (category.estimate?, category.interval?);
    let count = category.count?;
    Some(Figures {
        count,
        reported: count as f64 / category.reports.unwrap_or(results.reports) as f64,
        estimate,
        interval,
        reading: Reading::new(estimate, interval),
    })
}

fn bar(row: &Row, scale: Scale, odds: Odds, words: &Words) -> Html {
    let drawing = row.figures.map(|Figures { reported, reading, .. }| {
        let (low, high) = reading.interval;
        html! {
            <>
                <rect class="bar-estimate" x="0" y="4" width={scale.x(reading.shown)} height="14" rx="2"/>
                { marks::whisker(&scale.x(low), &scale.x(high), 11) }
                { marks::reported(&scale.x(reported), 22) }
            </>
        }
    });
    html! {
        <li key={row.id.clone()} class="row" data-category={row.id.clone()}>
            <span class="row-title">{ &row.title }</span>
            <svg class="bar" width="100%" height="22" aria-hidden="true">
                <rect class="bar-track" x="0" y="4" width="100%" height="14" rx="2"/>
                { drawing }
            </svg>
            <span class="row-figures">{ phrase(row.figures, odds, words) }</span>
        </li>
    }
}

/// "24 % (between 18 % and 31 %, 19 times in 20)".
fn phrase(figures: Option<Figures>, odds: Odds, words: &Words) -> Html {
    let Some(Figures { reading, .. }) = figures else {
        return html! { { words.text("figure-none") } };
    };
    let percent = |share| words.percent(share, reading.decimals);
    let (low, high) = (percent(reading.interval.0), percent(reading.interval.1));
    let (times, of) = (words.whole(odds.times.into()), words.whole(odds.of.into()));
    let mut values = vec![
        ("low", &*low),
        ("high", &*high),
        ("times", &times),
        ("of", &of),
    ];
    let raw = reading.raw.map(percent);
    let key = match &raw {
        None => "figure-interval",
        Some(raw) => {
            values.push(("raw", raw));
            "figure-raw-interval"
        }
    };
    html! {
        <>
            <b class="unbroken">{ percent(reading.shown) }</b>{ " " }{ words.unbroken(key, &values) }
        </>
    }
}

fn table(rows: &[Row], words: &Words) -> Html {
    let head = ["category", "estimate", "low", "high", "reported", "count"];
    let line = |row: &Row| {
        let cells = row.figures.map(|figures| {
            let share = |share| words.percent(share, figures.reading.decimals.max(1));
            [
                share(figures.estimate),
                share(figures.interval[0]),
                share(figures.interval[1]),
                share(figures.reported),
                words.whole(figures.count),
            ]
        });
        html! {
            <tr key={row.id.clone()}>
                <th scope="row">{ &row.title }</th>
                if let Some(cells) = cells {
                    { for cells.into_iter().map(|cell| html! { <td>{ cell }</td> }) }
                } else {
                    <td colspan="5">{ words.text("figure-none") }</td>
                }
            </tr>
        }
    };
    html! {
        <details class="table">
            <summary>{ words.text("table-summary") }</summary>
            <div class="table-scroll" tabindex="0" role="group" aria-label={words.text("table-summary")}>
                <table>
                    <thead>
                        <tr>
                            { for head.map(|name| html! {
                                <th scope="col">{ words.text(&format!("table-{name}")) }</th>
                            }) }
                        </tr>
                    </thead>
                    <tbody>{ for rows.iter().map(line) }</tbody>
                </table>
            </div>
            <p class="note">{ words.text("table-note") }</p>
        </details>
    }
}
