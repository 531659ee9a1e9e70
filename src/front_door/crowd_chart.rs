//! A simulated crowd drawn three times, side by side: as it is, as its copies say, and as estimated.

use std::rc::Rc;

use sotto_crowd::{CategoryOutcome, CrowdOutcome};
use sotto_ui::{
    Messages,
    charts::{self, Key, Lane, Mark, Row, Scale, TableRow, TimesIn},
};
use yew::prelude::*;

/// A category of the known population.
#[derive(Clone, PartialEq)]
pub(super) struct Category {
    pub(super) id: String,
    pub(super) title: String,
    /// People of the known population.
    pub(super) count: u64,
}

#[derive(Properties, PartialEq)]
pub(super) struct CrowdChartProps {
    pub(super) words: Messages,
    pub(super) categories: Vec<Category>,
    pub(super) outcome: Option<Rc<CrowdOutcome>>,
    /// Whether another crowd is on its way.
    pub(super) stale: bool,
}

#[component]
pub(super) fn CrowdChart(props: &CrowdChartProps) -> Html {
    let words = &props.words;
    let outcome = props.outcome.as_deref();
    let people = outcome.map_or(0, |outcome| outcome.people);
    let figures: Vec<_> = props
        .categories
        .iter()
        .enumerate()
        .map(|(index, category)| {
            let outcome = outcome.and_then(|outcome| outcome.categories.get(index).copied());
            (category, outcome)
        })
        .collect();
    let scale = Scale::holding(figures.iter().filter_map(|(_, figures)| *figures).flat_map(
        |figures| {
            let [_, high] = figures.interval;
            [figures.truth, figures.reported, figures.estimate, high]
        },
    ));
    let rows = figures.iter();
    let rows = rows.map(|(category, figures)| row(category, *figures, people, words));
    let rows = rows.collect();
    let count = |share: f64| words.number(share * f64::from(people), 0);
    let caption = words.fill(
        "crowd-caption",
        &[("start", &*count(0.0)), ("end", &*count(scale.end()))],
    );
    html! {
        <figure
            id="crowd-chart"
            class="chart crowd-chart"
            aria-labelledby="crowd-chart-caption"
            aria-busy={props.stale.to_string()}
        >
            { legend(words) }
            { charts::bars(rows, scale, LANE) }
            <figcaption id="crowd-chart-caption">
                if outcome.is_some() { { caption } }
            </figcaption>
            <div class="reading">
                if let Some(outcome) = outcome {
                    <p>{ words.text("crowd-reading") }</p>
                    <p id="crowd-held">{ held(outcome, words) }</p>
                }
            </div>
            if outcome.is_some() {
                { table(&figures, people, words) }
            }
        </figure>
    }
}

const LANE: Lane = Lane {
    height: 32,
    inset: 0,
    radius: 3,
};

fn legend(words: &Messages) -> Html {
    let key = |class: &'static str, text: &str, interval: bool| Key {
        class: None,
        drawing: html! {
            <>
                <rect {class} x="1" y="4" width="26" height="8" rx="2"/>
                if interval { { charts::whisker("8", "24", 8) } }
            </>
        },
        text: words.text(text),
    };
    charts::legend([
        key("bar-truth", "crowd-legend-truth", false),
        key("bar-reported", "crowd-legend-reported", false),
        key("bar-estimate", "crowd-legend-estimate", true),
    ])
}

fn row(
    category: &Category,
    figures: Option<CategoryOutcome>,
    people: u32,
    words: &Messages,
) -> Row {
    let marks = figures.map(|figures| {
        let bar = |class, y, share| Mark::Bar {
            class,
            y,
            height: 8,
            share,
        };
        let [low, high] = figures.interval;
        vec![
            bar("bar-truth", 2, figures.truth),
            bar("bar-reported", 12, figures.reported),
            bar("bar-estimate", 22, figures.estimate),
            Mark::Interval {
                y: 26,
                ends: (low, high),
            },
        ]
    });
    let text = figures.map_or_else(
        || words.text("crowd-none"),
        |figures| in_words(figures, people, words),
    );
    Row {
        id: category.id.clone(),
        title: category.title.clone(),
        marks: marks.unwrap_or_default(),
        words: text.into(),
    }
}

fn in_words(figures: CategoryOutcome, people: u32, words: &Messages) -> String {
    let count = |share: f64| words.number(share * f64::from(people), 0);
    let raw = count(figures.estimate);
    let estimate = if figures.estimate < 0.0 && raw != count(0.0) {
        words.fill("crowd-raw", &[("raw", &*raw)])
    } else {
        raw
    };
    words.fill(
        "crowd-figures",
        &[
            ("truth", &*count(figures.truth)),
            ("reported", &*count(figures.reported)),
            ("estimate", &*estimate),
        ],
    )
}

fn held(outcome: &CrowdOutcome, words: &Messages) -> String {
    let times_in = TimesIn::of_confidence(outcome.confidence);
    words.fill(
        "crowd-held",
        &[
            ("held", &words.whole(outcome.intervals_that_hold() as u64)),
            ("all", &words.whole(outcome.categories.len() as u64)),
            ("times", &words.whole(times_in.times.into())),
            ("of", &words.whole(times_in.of.into())),
        ],
    )
}

fn table(rows: &[(&Category, Option<CategoryOutcome>)], people: u32, words: &Messages) -> Html {
    let head = [
        "category", "truth", "reported", "estimate", "low", "high", "holds",
    ];
    let count = |share: f64| words.number(share * f64::from(people), 0);
    let line = |(category, figures): &(&Category, Option<CategoryOutcome>)| {
        let figures = (*figures)?;
        let holds = if figures.interval_holds_truth() {
            "crowd-holds-yes"
        } else {
            "crowd-holds-no"
        };
        Some(TableRow {
            id: category.id.clone(),
            title: category.title.clone(),
            figures: Ok(vec![
                count(figures.truth),
                count(figures.reported),
                count(figures.estimate),
                count(figures.interval[0]),
                count(figures.interval[1]),
                words.text(holds),
            ]),
        })
    };
    let head = head.map(|name| words.text(&format!("crowd-table-{name}")));
    charts::table(
        &words.text("table-summary"),
        head.into(),
        rows.iter().filter_map(line),
        None,
    )
}
