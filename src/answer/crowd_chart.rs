//! A simulated crowd drawn three times, side by side: as it is, as its copies say, and as estimated.

use std::rc::Rc;

use sotto_crowd::{CategoryOutcome, CrowdOutcome};
use sotto_ui::{
    Messages,
    charts::{self, BarRow, Key, Lane, Mark, Scale, TableRow, TimesIn},
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
    pub(super) outcome: Rc<CrowdOutcome>,
    /// Whether another crowd is on its way.
    pub(super) stale: bool,
}

#[component]
pub(super) fn CrowdChart(props: &CrowdChartProps) -> Html {
    let words = &props.words;
    let outcome = &*props.outcome;
    let people = outcome.people;
    let figures: Vec<_> = props
        .categories
        .iter()
        .zip(outcome.categories.iter().copied())
        .collect();
    let scale = Scale::holding(figures.iter().flat_map(|(_, figures)| {
        let [_, high] = figures.interval;
        [figures.truth, figures.reported, figures.estimate, high]
    }));
    let rows = figures.iter();
    let rows = rows.map(|(category, figures)| row(category, *figures, scale, people, words));
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
            { charts::bars(rows, LANE) }
            <figcaption id="crowd-chart-caption">{ caption }</figcaption>
            <div class="reading">
                <p>{ words.text("crowd-reading") }</p>
                <p id="crowd-held">{ held(outcome, words) }</p>
            </div>
            { table(&figures, people, words) }
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
    figures: CategoryOutcome,
    scale: Scale,
    people: u32,
    words: &Messages,
) -> BarRow {
    let bar = |class, y, end| Mark::Bar {
        class,
        y,
        height: 8,
        end,
    };
    let [low, high] = figures.interval;
    let marks = vec![
        bar("bar-truth", 2, figures.truth),
        bar("bar-reported", 12, figures.reported),
        bar("bar-estimate", 22, figures.estimate),
        Mark::Interval {
            y: 26,
            ends: (low, high),
        },
    ];
    BarRow {
        id: category.id.clone(),
        title: category.title.clone(),
        scale,
        ends: None,
        marks,
        words: in_words(figures, people, words).into(),
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

fn table(rows: &[(&Category, CategoryOutcome)], people: u32, words: &Messages) -> Html {
    let head = [
        "category", "truth", "reported", "estimate", "low", "high", "holds",
    ];
    let count = |share: f64| words.number(share * f64::from(people), 0);
    let line = |(category, figures): &(&Category, CategoryOutcome)| {
        let holds = if figures.interval_holds_truth() {
            "crowd-holds-yes"
        } else {
            "crowd-holds-no"
        };
        TableRow {
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
        }
    };
    let head = head.map(|name| words.text(&format!("crowd-table-{name}")));
    charts::table(
        &words.text("table-summary"),
        head.into(),
        rows.iter().map(line),
        None,
    )
}
