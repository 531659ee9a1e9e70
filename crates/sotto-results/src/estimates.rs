//! The estimates of a survey: for each question a bar chart, whose rows also say in words what they show,
//! and the same figures as a table.

use std::rc::Rc;

use sotto_survey::{CategoryResults, Question, QuestionResults, Results, Survey};
use sotto_ui::{
    Messages, Words,
    charts::{self, Key, Lane, Mark, Row, Scale, TableRow, TimesIn},
};
use yew::prelude::*;

use crate::Reading;

/// What the chart shows.
#[derive(Properties, PartialEq)]
pub struct EstimatesProps {
    /// The survey whose questions are named.
    pub survey: Rc<Survey>,
    /// The newest results; without them the charts are drawn empty, in their full size.
    pub results: Option<Rc<Results>>,
    /// The words to say it in.
    pub words: Messages,
}

/// The estimates of every question of a survey.
#[component]
pub fn Estimates(props: &EstimatesProps) -> Html {
    let confidence = props.results.as_ref().map_or(0.95, |r| r.confidence);
    let times_in = TimesIn::of_confidence(confidence);
    let words = Words::new(props.words.clone(), props.words.language(), &props.survey);
    let charts = props.survey.questions().iter().map(|question| {
        let results = props
            .results
            .iter()
            .flat_map(|results| &results.questions)
            .find(|results| results.id == *question.id());
        chart(question, results, times_in, &words)
    });
    html! {
        <div class="estimates">
            { legend(times_in, &props.words) }
            { for charts }
        </div>
    }
}

fn legend(times_in: TimesIn, words: &Messages) -> Html {
    let interval = words.fill(
        "legend-interval",
        &[
            ("times", &words.whole(times_in.times.into())),
            ("of", &words.whole(times_in.of.into())),
        ],
    );
    let key = |class, drawing, text| Key {
        class: Some(class),
        drawing,
        text,
    };
    charts::legend([
        key(
            "key-estimate",
            html! { <rect class="bar-estimate" x="0" y="3" width="28" height="10" rx="2"/> },
            words.text("legend-estimate"),
        ),
        key("key-interval", charts::whisker("3", "25", 8), interval),
        key(
            "key-reported",
            charts::reported("14", 16),
            words.text("legend-reported"),
        ),
    ])
}

fn chart(
    question: &Question,
    results: Option<&QuestionResults>,
    times_in: TimesIn,
    survey_words: &Words,
) -> Html {
    let words = survey_words.messages();
    let reports = results.map_or(0, |results| results.reports);
    let categories: Vec<_> = question
        .categories()
        .map(|category| Shown {
            id: category.id().to_owned(),
            title: survey_words.category(category),
            figures: results.and_then(|results| figures(results, category.id())),
        })
        .collect();
    let scale = Scale::holding(
        categories
            .iter()
            .filter_map(|category| category.figures)
            .flat_map(|f| [f.reported, f.reading.shown, f.reading.interval.1]),
    );
    let rows = categories
        .iter()
        .map(|category| row(category, times_in, words));
    let rows = rows.collect();
    let says_little = reports > 0
        && categories
            .iter()
            .filter_map(|category| category.figures)
            .all(|figures| figures.reading.says_little());
    let title = survey_words.text(question.title()).to_owned();
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
            { charts::bars(rows, scale, LANE) }
            <figcaption>
                { caption }
                if says_little {
                    { " " }{ words.text("estimates-few") }
                }
            </figcaption>
            { table(categories, words) }
        </figure>
    }
}

const LANE: Lane = Lane {
    height: 22,
    inset: 4,
    radius: 2,
};

/// A category with what is known of it.
struct Shown {
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

fn row(category: &Shown, times_in: TimesIn, words: &Messages) -> Row {
    let marks = category.figures.map(
        |Figures {
             reported, reading, ..
         }| {
            let estimate = Mark::Bar {
                class: "bar-estimate",
                y: 4,
                height: 14,
                share: reading.shown,
            };
            let interval = Mark::Interval {
                y: 11,
                ends: reading.interval,
            };
            vec![estimate, interval, Mark::Reported(reported)]
        },
    );
    Row {
        id: category.id.clone(),
        title: category.title.clone(),
        marks: marks.unwrap_or_default(),
        words: phrase(category.figures, times_in, words),
    }
}

/// "24 % (between 18 % and 31 %, 19 times in 20)".
fn phrase(figures: Option<Figures>, times_in: TimesIn, words: &Messages) -> Html {
    let Some(Figures { reading, .. }) = figures else {
        return html! { { words.text("figure-none") } };
    };
    let percent = |share| words.percent(share, reading.decimals);
    let (low, high) = (percent(reading.interval.0), percent(reading.interval.1));
    let (times, of) = (
        words.whole(times_in.times.into()),
        words.whole(times_in.of.into()),
    );
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

fn table(categories: Vec<Shown>, words: &Messages) -> Html {
    let head = ["category", "estimate", "low", "high", "reported", "count"];
    let head = head.map(|name| words.text(&format!("table-{name}")));
    let line = |category: Shown| TableRow {
        id: category.id,
        title: category.title,
        figures: category
            .figures
            .ok_or_else(|| words.text("figure-none"))
            .map(|figures| {
                let share = |share| words.percent(share, figures.reading.decimals.max(1));
                vec![
                    share(figures.estimate),
                    share(figures.interval[0]),
                    share(figures.interval[1]),
                    share(figures.reported),
                    words.whole(figures.count),
                ]
            }),
    };
    charts::table(
        &words.text("table-summary"),
        head.into(),
        categories.into_iter().map(line),
        Some(words.text("table-note")),
    )
}
