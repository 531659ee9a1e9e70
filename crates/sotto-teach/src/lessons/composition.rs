//! Composition: what many releases about the same people cost, and three ways to add it up.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Epsilon,
    central::{CentralCounts, ZeroConcentrated, advanced_composition},
};
use sotto_ui::charts::{Curve, Key, Scale, TableRow, curves, legend, table};
use yew::prelude::*;

use crate::{
    lesson::Lesson,
    parts::{Playground, figure, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "composition",
    play: |words| html! { <Composing words={words.clone()}/> },
    figures,
    right: 1,
    minutes: 15,
    after: &["it-adds-up", "neighbouring-tables"],
    source: "https://doi.org/10.1561/0400000042",
};

/// How often the same count is published.
const RELEASES: (u32, u32) = (1, 200);

/// ε of each release, in hundredths.
const EPSILON: (u32, u32) = (1, 50);

/// How many more releases a press makes.
const STEP: u32 = 10;

/// The chance with which the sharper bounds may fail.
const DELTA: f64 = 1e-6;

/// The count that is published.
const TRUTH: u64 = 100;

/// The noise that is seen: a typical draw, whose average lies within one standard error of the truth at every press.
const SEED: u64 = 54;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    releases: u32,
    hundredths: u32,
}

/// ε of all releases, by each way to add it up.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Costs {
    basic: f64,
    advanced: f64,
    concentrated: f64,
}

/// A way to add up: its name, the class of its curve, and its cost.
type Way = (&'static str, &'static str, fn(Costs) -> f64);

impl Setting {
    fn each(self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }

    fn costs(self) -> Option<Costs> {
        Some(Costs {
            basic: self.each() * f64::from(self.releases),
            advanced: advanced_composition(self.each(), self.releases, DELTA).ok()?,
            concentrated: ZeroConcentrated::of_pure(self.each())
                .times(self.releases)
                .epsilon(DELTA)
                .ok()?,
        })
    }

    /// What somebody finds who averages all releases.
    fn average(self) -> Option<f64> {
        let epsilon = Epsilon::from_micros(self.hundredths * 10_000).ok()?;
        let mechanism = CentralCounts::histogram(&epsilon).ok()?;
        let mut chance = ChaCha20Rng::seed_from_u64(SEED);
        let published = mechanism.publish(&vec![TRUTH; self.releases as usize], &mut chance);
        #[expect(clippy::cast_precision_loss, reason = "counts of a few hundred")]
        let sum: f64 = published.into_iter().map(|count| count as f64).sum();
        Some(sum / f64::from(self.releases))
    }
}

/// So many that adding up more cleverly is cheaper.
const FIRST: Setting = Setting {
    releases: 60,
    hundredths: 10,
};

fn figures() -> Figures {
    let figures = || {
        let of = |releases| Setting { releases, ..FIRST }.costs();
        let (ten, hundred) = (of(10)?, of(100)?);
        Some(vec![
            ("each", Figure::Number(FIRST.each(), 1)),
            ("step", Figure::Whole(STEP.into())),
            ("truth", Figure::Whole(TRUTH)),
            ("ten-basic", Figure::Number(ten.basic, 1)),
            ("ten-advanced", Figure::Number(ten.advanced, 1)),
            ("hundred-basic", Figure::Number(hundred.basic, 1)),
            ("hundred-advanced", Figure::Number(hundred.advanced, 1)),
            (
                "hundred-concentrated",
                Figure::Number(hundred.concentrated, 1),
            ),
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
    let each = words.messages().number(setting.each(), 2);
    play.show(Playground {
        picture: picture(words, setting, caption.clone()),
        buttons: play.button("more", true, |setting| Setting {
            releases: (setting.releases + STEP).min(RELEASES.1),
            ..setting
        }),
        controls: html! {
            <>
                { play.whole(["releases", "releases"], RELEASES, setting.releases, |setting, releases| Setting {
                    releases,
                    ..setting
                }) }
                { play.slider(["epsilon", "epsilon"], EPSILON, (setting.hundredths, each), |setting, hundredths| Setting {
                    hundredths,
                    ..setting
                }) }
            </>
        },
        spoken: caption,
    })
}

fn caption(words: &WordsWithFigures, setting: Setting) -> Option<String> {
    let costs = setting.costs()?;
    Some(words.fill(
        "caption",
        &[
            ("number", Figure::Whole(setting.releases.into())),
            ("basic", Figure::Number(costs.basic, 2)),
            ("advanced", Figure::Number(costs.advanced, 2)),
            ("concentrated", Figure::Number(costs.concentrated, 2)),
            ("average", Figure::Number(setting.average()?, 1)),
        ],
    ))
}

/// The cost of all releases against their number, a curve for each way to add it up.
fn picture(words: &WordsWithFigures, setting: Setting, caption: String) -> Html {
    let Some(costs) = setting.costs() else {
        return Html::default();
    };
    let last = Setting {
        releases: RELEASES.1,
        ..setting
    };
    let most = last.costs().map_or(1.0, |costs| costs.basic);
    let ways: [Way; 3] = [
        ("basic", "curve-1", |costs| costs.basic),
        ("advanced", "curve-2", |costs| costs.advanced),
        ("concentrated", "curve-3", |costs| costs.concentrated),
    ];
    let drawn = ways.map(|(_, class, cost)| Curve {
        class,
        points: (RELEASES.0..=RELEASES.1)
            .step_by(3)
            .filter_map(|releases| {
                let costs = Setting {
                    releases,
                    ..setting
                }
                .costs()?;
                Some((f64::from(releases), cost(costs)))
            })
            .collect(),
    });
    let ends = [RELEASES.0, RELEASES.1].map(|releases| words.messages().whole(releases.into()));
    let drawing = curves(
        &drawn,
        (
            Scale::between(f64::from(RELEASES.0), f64::from(RELEASES.1)),
            Scale::between(0.0, most),
        ),
        f64::from(setting.releases),
        ends,
    );
    let keys = ways.map(|(key, class, _)| Key {
        class: None,
        drawing: html! { <path class={classes!("curve", class)} d="M0 8L28 8"/> },
        text: words.say(key),
    });
    let drawing = html! { <>{ legend(keys) }{ drawing }</> };
    let rows = ways.map(|(key, _, cost)| TableRow {
        id: key.to_owned(),
        title: words.say(key),
        figures: Ok(vec![words.messages().number(cost(costs), 2)]),
    });
    let head = ["table-way", "table-cost"]
        .map(|key| words.say(key))
        .to_vec();
    let table = table(&words.say("table-summary"), head, rows, None);
    figure(words.say("picture"), drawing, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 100 releases of ε = 0.1: 10 by adding, 6.31 and 5.76 but for one chance in a million.
    #[test]
    fn a_hundred_releases_cost_what_the_theorems_say() {
        let costs = Setting {
            releases: 100,
            hundredths: 10,
        }
        .costs()
        .unwrap();
        assert!((costs.basic - 10.0).abs() < 1e-9);
        assert!((costs.advanced - 6.308).abs() < 1e-3, "{costs:?}");
        assert!((costs.concentrated - 5.757).abs() < 1e-3, "{costs:?}");
        // Of few releases adding is best.
        let costs = Setting {
            releases: 10,
            hundredths: 10,
        }
        .costs()
        .unwrap();
        assert!(costs.basic < costs.advanced);
    }

    /// What is seen at first and after every press: the sharper bounds cost less than adding, so that the first press shows
    /// what the sentence says, and the average is a typical one: at ε = 0.1 the noise has a standard deviation of √(2z)/(1 −
    /// z), z = e^(−0.1), which k releases divide by √k. The first press brings it nearer to the truth.
    #[test]
    fn every_press_shows_what_the_sentence_says() {
        let z = (-0.1_f64).exp();
        let deviation = (2.0 * z).sqrt() / (1.0 - z);
        let presses = (FIRST.releases..=RELEASES.1).step_by(STEP as usize);
        for releases in presses {
            let setting = Setting { releases, ..FIRST };
            let costs = setting.costs().unwrap();
            assert!(costs.concentrated < costs.advanced, "{releases}");
            assert!(costs.advanced < costs.basic, "{releases}");
            let off = setting.average().unwrap() - 100.0;
            let error = deviation / f64::from(releases).sqrt();
            assert!(off.abs() <= error, "{releases}: {off}, {error}");
        }
        let off = |releases| (Setting { releases, ..FIRST }.average().unwrap() - 100.0).abs();
        assert!(off(FIRST.releases + STEP) < off(FIRST.releases));
    }

    /// Noise of scale 10 averaged over 200: a standard error of 1; six of them, 2e-9, seeded.
    #[test]
    fn many_releases_average_the_noise_away() {
        let average = Setting {
            releases: 200,
            hundredths: 10,
        }
        .average()
        .unwrap();
        assert!((average - 100.0).abs() < 6.0, "{average}");
    }
}
