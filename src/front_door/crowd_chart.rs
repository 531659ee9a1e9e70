//! A simulated crowd drawn three times, side by side: as it is, as its copies say, and as estimated.

use std::rc::Rc;

use sotto_crowd::{CategoryOutcome, CrowdOutcome};
use sotto_results::panel::{Odds, Scale, Words, marks};
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
    pub(super) words: Words,
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
        .map(|(place, category)| {
            let outcome = outcome.and_then(|outcome| outcome.categories.get(place).copied());
            (category, outcome)
        })
        .collect();
    let scale = Scale::holding(figures.iter().filter_map(|(_, figures)| *figures).flat_map(
        |figures| {
            let [_, high] = figures.interval;
            [figures.truth, figures.reported, figures.estimate, high]
        },
    ));
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
            <ul class="rows">
                { for figures.iter().map(|(category, figures)| row(category, *figures, scale, people, words)) }
            </ul>
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

fn legend(words: &Words) -> Html {
    let key = |class: &'static str, text: &str, interval: bool| {
        html! {
            <li>
                <svg class="key" width="28" height="16" aria-hidden="true">
                    <rect {class} x="1" y="4" width="26" height="8" rx="2"/>
                    if interval { { marks::whisker("8", "24", 8) } }
                </svg>
                { words.text(text) }
            </li>
        }
    };
    html! {
        <ul class="legend">
            { key("bar-truth", "crowd-legend-truth", false) }
            { key("bar-reported", "crowd-legend-reported", false) }
            { key("bar-estimate", "crowd-legend-estimate", true) }
        </ul>
    }
}

fn row(
    category: &Category,
    figures: Option<CategoryOutcome>,
    scale: Scale,
    people: u32,
    words: &Words,
) -> Html {
    let bars = figures.map(|figures| {
        let bar = |class: &'static str, y: &'static str, share: f64| {
            html! { <rect {class} x="0" {y} width={scale.x(share)} height="8" rx="2"/> }
        };
        let [low, high] = figures.interval;
        html! {
            <>
                { bar("bar-truth", "2", figures.truth) }
                { bar("bar-reported", "12", figures.reported) }
                { bar("bar-estimate", "22", figures.estimate) }
                { marks::whisker(&scale.x(low), &scale.x(high), 26) }
            </>
        }
    });
    let text = figures.map_or_else(
        || words.text("crowd-none"),
        |figures| in_words(figures, people, words),
    );
    html! {
        <li key={category.id.clone()} class="row" data-category={category.id.clone()}>
            <span class="row-title">{ &category.title }</span>
            <svg class="bar" width="100%" height="32" aria-hidden="true">
                <rect class="bar-track" x="0" y="0" width="100%" height="32" rx="3"/>
                { bars }
            </svg>
            <span class="row-figures">{ text }</span>
        </li>
    }
}

fn in_words(figures: CategoryOutcome, people: u32, words: &Words) -> String {
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

fn held(outcome: &CrowdOutcome, words: &Words) -> String {
    let odds = Odds::of_confidence(outcome.confidence);
    words.fill(
        "crowd-held",
        &[
            ("held", &words.whole(outcome.intervals_that_hold() as u64)),
            ("all", &words.whole(outcome.categories.len() as u64)),
            ("times", &words.whole(odds.times.into())),
            ("of", &words.whole(odds.of.into())),
        ],
    )
}

fn table(rows: &[(&Category, Option<CategoryOutcome>)], people: u32, words: &Words) -> Html {
    let head = [
        "category", "truth", "reported", "estimate", "low", "high", "holds",
    ];
    let count = |share: f64| words.number(share * f64::from(people), 0);
    let line = |(category, figures): &(&Category, Option<CategoryOutcome>)| {
        let figures = (*figures)?;
        let holds = if figures.interval_holds_truth() {
            "yes"
        } else {
            "no"
        };
        let cells = [
            count(figures.truth),
            count(figures.reported),
            count(figures.estimate),
            count(figures.interval[0]),
            count(figures.interval[1]),
            words.text(&format!("crowd-holds-{holds}")),
        ];
        Some(html! {
            <tr key={category.id.clone()}>
                <th scope="row">{ &category.title }</th>
                { for cells.into_iter().map(|cell| html! { <td>{ cell }</td> }) }
            </tr>
        })
    };
    html! {
        <details class="table">
            <summary>{ words.text("table-summary") }</summary>
            <div class="table-scroll" tabindex="0" role="group" aria-label={words.text("table-summary")}>
                <table>
                    <thead>
                        <tr>
                            { for head.map(|name| html! {
                                <th scope="col">{ words.text(&format!("crowd-table-{name}")) }</th>
                            }) }
                        </tr>
                    </thead>
                    <tbody>{ for rows.iter().filter_map(line) }</tbody>
                </table>
            </div>
        </details>
    }
}
