//! Rényi and zero-concentrated: losses as a curve over orders, and how many releases a budget buys.

use sotto_ldp::central::{Renyi, ZeroConcentrated, advanced_composition, most_releases};
use sotto_ui::charts::{Curve, Key, Scale, TableRow, curves, legend, table};
use yew::prelude::*;

use crate::{
    lesson::Lesson,
    parts::{Playground, figure, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "renyi-and-zero-concentrated",
    play: |words| html! { <Composing words={words.clone()}/> },
    figures,
    right: 3,
    minutes: 15,
    after: &["approximate"],
    source: "https://doi.org/10.1109/CSF.2017.11",
};

/// How often a count is published, at ε = [`EACH`].
const RELEASES: (u32, u32) = (1, 300);

/// ε of each release.
const EACH: f64 = 0.1;

/// The chance with which the sharper bounds may fail.
const DELTA: f64 = 1e-6;

/// How many more releases a press makes.
const STEP: u32 = 20;

/// The positions of the order: at place p it is 1 + 10^((p − 20)/20), from 1.1 to 1,001.
const PLACES: (u32, u32) = (0, 80);

/// The budgets of the table.
const BUDGETS: [f64; 4] = [1.0, 2.0, 5.0, 10.0];

/// More releases than any of these budgets buys.
const MOST: u32 = 100_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    place: u32,
    releases: u32,
}

fn order(place: u32) -> f64 {
    1.0 + 10_f64.powf((f64::from(place) - 20.0) / 20.0)
}

fn basic(releases: u32) -> f64 {
    EACH * f64::from(releases)
}

fn advanced(releases: u32) -> f64 {
    advanced_composition(EACH, releases, DELTA).unwrap_or(f64::INFINITY)
}

fn concentrated(releases: u32) -> f64 {
    let loss = ZeroConcentrated::of_pure(EACH).times(releases);
    loss.epsilon(DELTA).unwrap_or(f64::INFINITY)
}

/// The best order and its ε.
fn renyi(releases: u32) -> (f64, f64) {
    let loss = Renyi::of_two_losses(EACH).times(releases);
    loss.epsilon(DELTA).unwrap_or((2.0, f64::INFINITY))
}

/// The same for Gaussian noise as wide as the Laplace noise, whose variance is 2z/(1 − z)² with z = e^−ε.
fn gaussian(releases: u32) -> f64 {
    let z = (-EACH).exp();
    let variance = 2.0 * z / (1.0 - z).powi(2);
    let loss = ZeroConcentrated::of_gaussian(1.0, variance).times(releases);
    let found = Renyi::of_concentrated(loss).epsilon(DELTA);
    found.map_or(f64::INFINITY, |(_, epsilon)| epsilon)
}

/// A way to add up, by the key of its name.
type Way = (&'static str, fn(u32) -> f64);

const WAYS: [Way; 5] = [
    ("basic", basic),
    ("advanced", advanced),
    ("concentrated", concentrated),
    ("renyi", |releases| renyi(releases).1),
    ("gaussian", gaussian),
];

/// How many releases a budget buys, by that way.
fn bought(budget: f64, way: fn(u32) -> f64) -> u32 {
    // The sum of many tenths is a little off.
    most_releases(budget * (1.0 + 1e-12), MOST, way)
}

impl Setting {
    /// ε by the loss at the order that is set.
    fn here(self) -> Option<f64> {
        let loss = Renyi::of_two_losses(EACH).times(self.releases);
        loss.epsilon_at(order(self.place), DELTA).ok()
    }

    /// The place of the best order.
    fn best(self) -> u32 {
        let (best, _) = renyi(self.releases);
        let apart = |place: &u32| (order(*place).ln() - best.ln()).abs();
        (PLACES.0..=PLACES.1)
            .min_by(|a, b| apart(a).total_cmp(&apart(b)))
            .unwrap_or(self.place)
    }
}

const FIRST: Setting = Setting {
    place: 20,
    releases: 100,
};

fn figures() -> Figures {
    let figures = || {
        let census = ZeroConcentrated::of_gaussian(1.0, 0.5 / 2.56);
        let (_, census) = Renyi::of_concentrated(census).epsilon(1e-10).ok()?;
        let five = |way| Figure::Whole(bought(5.0, way).into());
        let (best, hundred) = renyi(100);
        Some(vec![
            ("each", Figure::Number(EACH, 1)),
            ("step", Figure::Whole(STEP.into())),
            ("hundred-basic", Figure::Number(basic(100), 0)),
            ("hundred-advanced", Figure::Number(advanced(100), 2)),
            ("hundred-concentrated", Figure::Number(concentrated(100), 2)),
            ("hundred-renyi", Figure::Number(hundred, 2)),
            ("best-order", Figure::Number(best, 1)),
            ("few-order", Figure::Number(renyi(20).0, 1)),
            ("many-order", Figure::Number(renyi(300).0, 1)),
            ("five-basic", five(basic)),
            ("five-advanced", five(advanced)),
            ("five-concentrated", five(concentrated)),
            ("five-renyi", five(|releases| renyi(releases).1)),
            ("five-gaussian", five(gaussian)),
            ("census", Figure::Number(census, 2)),
        ])
    };
    figures().unwrap_or_default()
}

#[derive(Properties, PartialEq)]
struct ComposingProps {
    words: WordsWithFigures,
}

#[component]
fn Composing(props: &ComposingProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 0);
    let (setting, _) = play.now();
    let caption = caption(words, setting).unwrap_or_default();
    let bill = use_memo((), |()| {
        WAYS.map(|(_, way)| BUDGETS.map(|budget| bought(budget, way)))
    });
    let order = words.messages().number(order(setting.place), 1);
    let find = play.button("find", true, |setting| Setting {
        place: setting.best(),
        ..setting
    });
    let more = play.button("more", false, |setting| Setting {
        releases: (setting.releases + STEP).min(RELEASES.1),
        ..setting
    });
    play.show(Playground {
        picture: picture(words, setting, &bill, caption.clone()),
        buttons: html! { <>{ find }{ more }</> },
        controls: html! {
            <>
                { play.slider(["order", "order"], PLACES, (setting.place, order), |setting, place| Setting { place, ..setting }) }
                { play.whole(["releases", "releases"], RELEASES, setting.releases, |setting, releases| Setting {
                    releases,
                    ..setting
                }) }
            </>
        },
        spoken: caption,
    })
}

fn caption(words: &WordsWithFigures, setting: Setting) -> Option<String> {
    let (best, least) = renyi(setting.releases);
    Some(words.fill(
        "caption",
        &[
            ("number", Figure::Whole(setting.releases.into())),
            ("chosen", Figure::Number(order(setting.place), 1)),
            ("here", Figure::Number(setting.here()?, 2)),
            ("best", Figure::Number(best, 1)),
            ("least", Figure::Number(least, 2)),
            ("basic-cost", Figure::Number(basic(setting.releases), 1)),
            (
                "advanced-cost",
                Figure::Number(advanced(setting.releases), 2),
            ),
        ],
    ))
}

/// ε of all releases by the loss at each order, with two lines for the ways that know no orders.
fn picture(
    words: &WordsWithFigures,
    setting: Setting,
    bill: &[[u32; BUDGETS.len()]; WAYS.len()],
    caption: String,
) -> Html {
    let releases = setting.releases;
    let costs = [basic(releases), advanced(releases)];
    let most = costs.into_iter().fold(0.0, f64::max) * 1.25;
    let level = |cost: f64| {
        [PLACES.0, PLACES.1]
            .map(|place| (f64::from(place), cost))
            .to_vec()
    };
    let at_orders = (PLACES.0..=PLACES.1)
        .filter_map(|place| Some((f64::from(place), Setting { place, ..setting }.here()?)))
        .collect();
    let drawn = [
        ("basic", "curve-1", level(costs[0])),
        ("advanced", "curve-2", level(costs[1])),
        ("at-orders", "curve-3", at_orders),
    ];
    let keys = drawn.clone().map(|(key, class, _)| Key {
        class: None,
        drawing: html! { <path class={classes!("curve", class)} d="M0 8L28 8"/> },
        text: words.say(key),
    });
    let drawn = drawn.map(|(_, class, points)| Curve { class, points });
    let scales = (
        Scale::between(f64::from(PLACES.0), f64::from(PLACES.1)),
        Scale::between(0.0, most),
    );
    let end = |place, decimals| words.messages().number(order(place), decimals);
    let ends = [end(PLACES.0, 1), end(PLACES.1, 0)];
    let drawing = curves(&drawn, scales, f64::from(setting.place), ends);
    let drawing = html! { <>{ legend(keys) }{ drawing }</> };
    let rows = WAYS.iter().zip(bill).map(|((key, _), bought)| TableRow {
        id: (*key).to_owned(),
        title: words.say(key),
        figures: Ok(bought
            .map(|number| words.messages().whole(number.into()))
            .to_vec()),
    });
    let budget = |epsilon| words.fill("table-budget", &[("budget", Figure::Number(epsilon, 0))]);
    let head = [vec![words.say("table-way")], BUDGETS.map(budget).to_vec()].concat();
    let table = table(&words.say("table-summary"), head, rows, None);
    figure(words.say("picture"), drawing, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every order's ε holds, and the best is the least: 5.07 for 100 releases, where Bun and Steinke's formula says
    /// 5.76 and adding 10.
    #[test]
    fn the_best_order_is_the_lowest_point() {
        let (best, least) = renyi(100);
        let place = FIRST.best();
        assert!((order(place) / best).ln().abs() < 0.1, "{best}");
        for place in PLACES.0..=PLACES.1 {
            assert!(Setting { place, ..FIRST }.here().unwrap() >= least);
        }
        assert!((least - 5.07).abs() < 0.02, "{least}");
        assert!(least < concentrated(100) && concentrated(100) < advanced(100));
    }

    /// ε = 5 at 0.1 a release: 50 by adding, as many by advanced composition as its formula allows, and more by each
    /// sharper way.
    #[test]
    fn a_budget_buys_more_by_a_sharper_way() {
        let five = WAYS.map(|(_, way)| bought(5.0, way));
        assert_eq!(five[0], 50);
        assert!(five.is_sorted() && five[4] > 3 * five[0], "{five:?}");
        // Of little budget adding buys most: few losses have no time to cancel.
        assert!(bought(1.0, basic) > bought(1.0, advanced));
    }
}
