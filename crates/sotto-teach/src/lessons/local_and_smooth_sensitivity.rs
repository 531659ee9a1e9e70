//! Local and smooth sensitivity: a median whose noise follows the data, without telling on them.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Epsilon,
    central::{CentralCounts, SmoothMedian},
};
use sotto_ui::charts::{Curve, Key, Scale, TableRow, curves, legend, table};
use yew::prelude::*;

use crate::{
    crowd::drawn,
    lesson::Lesson,
    parts::{Playground, figure, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "local-and-smooth-sensitivity",
    play: |words| html! { <Measuring words={words.clone()}/> },
    figures,
    right: 1,
    minutes: 15,
    after: &["laplace-and-sensitivity", "approximate"],
    source: "https://doi.org/10.1145/1250790.1250803",
};

/// How many people there are, and the greatest wage, in thousands.
const PEOPLE: usize = 1_001;
const MOST: u32 = 100;

/// The wages: of one half of the people, of those in the middle, of the other half.
const WAGES: [u32; 3] = [20, 50, 80];

/// At place p, 2p + 1 people earn the middle wage.
const PLACES: (u32, u32) = (0, 100);

/// ε in tenths.
const EPSILON: (u32, u32) = (5, 80);

/// δ is 2·e^(−15).
const RARITY: u32 = 15;

/// How often a press publishes in each way.
const RELEASES: u32 = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    place: u32,
    tenths: u32,
}

/// How far one person can move the median.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sensitivities {
    local: f64,
    smooth: f64,
}

impl Setting {
    const fn same(self) -> u32 {
        2 * self.place + 1
    }

    fn epsilon(self) -> Option<Epsilon> {
        Epsilon::from_micros(self.tenths * 100_000).ok()
    }

    fn median(self) -> Option<SmoothMedian> {
        let same = self.same() as usize;
        let half = (PEOPLE - same) / 2;
        let [low, middle, high] = WAGES;
        let wages = [vec![low; half], vec![middle; same], vec![high; half]].concat();
        SmoothMedian::new(wages, MOST, &self.epsilon()?, RARITY).ok()
    }

    #[expect(clippy::cast_precision_loss, reason = "below 2⁵³")]
    fn sensitivities(self) -> Option<Sensitivities> {
        let median = self.median()?;
        let (smooth, unit) = median.smooth();
        Some(Sensitivities {
            local: median.local() as f64,
            smooth: smooth as f64 / unit as f64,
        })
    }

    /// What is published in that draw; the first ones are typical in how far both rules are off, all releases together.
    fn typical(self, draw: u32) -> Option<[Vec<i64>; 2]> {
        let median = self.median()?;
        let (exact, epsilon) = (f64::from(median.median()), f64::from(self.tenths) / 10.0);
        let Sensitivities { local, smooth } = self.sensitivities()?;
        let scales = [local / epsilon, 2.0 * smooth / epsilon];
        let off = |both: &[Vec<i64>; 2]| {
            let each = both.iter().zip(scales).map(|(wages, scale)| {
                let (error, deviation) = spread(scale);
                let found: f64 = wages.iter().map(|&wage| distance(wage, exact)).sum();
                let expected = error * f64::from(RELEASES);
                (found - expected).abs() / (deviation * (f64::from(RELEASES)).sqrt()).max(1e-9)
            });
            each.fold(0.0, f64::max)
        };
        drawn(draw, |seed| self.publish(seed), off)
    }

    /// What is published with the noise that the local sensitivity asks for, and with that of the smooth one.
    fn publish(self, seed: u64) -> Option<[Vec<i64>; 2]> {
        let mut chance = ChaCha20Rng::seed_from_u64(seed);
        let median = self.median()?;
        let exact = vec![u64::from(median.median()); RELEASES as usize];
        let local = match median.local() {
            // Nobody can move it: then this rule adds nothing.
            0 => exact
                .into_iter()
                .filter_map(|wage| i64::try_from(wage).ok())
                .collect(),
            local => CentralCounts::new(&self.epsilon()?, local)
                .ok()?
                .publish(&exact, &mut chance),
        };
        let smooth = (0..RELEASES).map(|_| median.publish(&mut chance)).collect();
        Some([local, smooth])
    }
}

/// How far discrete Laplace noise of that scale is from 0 on average, 2z/(1 − z²), and the standard deviation of that.
fn spread(scale: f64) -> (f64, f64) {
    if scale <= 0.0 {
        return (0.0, 0.0);
    }
    let z = (-1.0 / scale).exp();
    let error = 2.0 * z / (1.0 - z * z);
    let variance = 2.0 * z / (1.0 - z).powi(2) - error * error;
    (error, variance.max(0.0).sqrt())
}

#[expect(clippy::cast_precision_loss, reason = "wages and their noise")]
fn distance(wage: i64, exact: f64) -> f64 {
    (wage as f64 - exact).abs()
}

const FIRST: Setting = Setting {
    place: 0,
    tenths: 20,
};

/// A number of millions, rounded to two digits.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "positive, far below 2⁶⁴"
)]
fn two_digits(number: f64) -> Figure {
    let unit = 10_f64.powf(number.log10().floor() - 1.0);
    Figure::Whole(((number / unit).round() * unit).round() as u64)
}

fn figures() -> Figures {
    let figures = || {
        let of = |place| Setting { place, ..FIRST }.sensitivities();
        let (one, three, hundred) = (of(0)?, of(1)?, of(50)?);
        // The chance of no noise at all: discrete Laplace noise of scale local/ε.
        let zero = (f64::from(FIRST.tenths) / 10.0 / one.local / 2.0).tanh();
        let mut places = PLACES.0..=PLACES.1;
        let enough = places.find(|&place| of(place).is_some_and(|found| found.smooth <= 1.0))?;
        Some(vec![
            ("people", Figure::Whole(PEOPLE as u64)),
            ("low", Figure::Whole(WAGES[0].into())),
            ("middle", Figure::Whole(WAGES[1].into())),
            ("high", Figure::Whole(WAGES[2].into())),
            ("most", Figure::Whole(MOST.into())),
            ("releases", Figure::Whole(RELEASES.into())),
            (
                "first-epsilon",
                Figure::Number(f64::from(FIRST.tenths) / 10.0, 0),
            ),
            ("odds", two_digits(f64::from(RARITY).exp() / 2.0)),
            ("zeros", two_digits(zero.powi(5).recip())),
            ("one-local", Figure::Number(one.local, 0)),
            ("one-smooth", Figure::Number(one.smooth, 1)),
            ("three-local", Figure::Number(three.local, 0)),
            ("three-smooth", Figure::Number(three.smooth, 1)),
            ("hundred-smooth", Figure::Number(hundred.smooth, 1)),
            (
                "enough",
                Figure::Whole(
                    Setting {
                        place: enough,
                        ..FIRST
                    }
                    .same()
                    .into(),
                ),
            ),
        ])
    };
    figures().unwrap_or_default()
}

#[derive(Properties, PartialEq)]
struct MeasuringProps {
    words: WordsWithFigures,
}

#[component]
fn Measuring(props: &MeasuringProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 0);
    let (setting, _) = play.now();
    let published = use_memo(play.now(), |&(setting, draw)| match draw {
        0 => None,
        _ => setting.typical(draw),
    });
    // The curves depend on ε alone.
    let all = use_memo(setting.tenths, |&tenths| {
        let found = |place| Setting { place, tenths }.sensitivities();
        let step = |place| Some((f64::from(Setting { place, tenths }.same()), found(place)?));
        let near = PLACES.0..4;
        let far = (4..=PLACES.1).step_by(4);
        near.chain(far).filter_map(step).collect::<Vec<_>>()
    });
    let caption = caption(words, setting, published.as_ref().as_ref()).unwrap_or_default();
    let same = words.messages().whole(setting.same().into());
    play.show_numbered(Playground {
        picture: picture(words, setting, &all, caption.clone()),
        buttons: play.again(["publish", "publish"]),
        controls: html! {
            <>
                { play.slider(["same", "same"], PLACES, (setting.place, same), |setting, place| Setting { place, ..setting }) }
                { play.epsilon(EPSILON, setting.tenths, |setting, tenths| Setting { tenths, ..setting }) }
            </>
        },
        spoken: caption,
    })
}

fn caption(
    words: &WordsWithFigures,
    setting: Setting,
    published: Option<&[Vec<i64>; 2]>,
) -> Option<String> {
    let Sensitivities { local, smooth } = setting.sensitivities()?;
    let how_far = words.fill(
        "caption",
        &[
            ("number", Figure::Whole(setting.same().into())),
            ("local-now", Figure::Number(local, 0)),
            ("smooth-now", Figure::Number(smooth, 2)),
        ],
    );
    let became = published.map_or_else(
        || words.say("not-published"),
        |both| {
            #[expect(clippy::cast_precision_loss, reason = "wages and their noise")]
            let wage = |wage: &i64| words.messages().number(*wage as f64, 0);
            let list = |wages: &Vec<i64>| wages.iter().map(wage).collect::<Vec<_>>().join(" · ");
            let [local, smooth] = both.each_ref().map(list);
            words.fill_texts(
                "became",
                &[("with-local", &local), ("with-smooth", &smooth)],
            )
        },
    );
    Some([became, how_far].join(" "))
}

/// Each sensitivity against the number of those who earn the middle wage.
fn picture(
    words: &WordsWithFigures,
    setting: Setting,
    all: &[(f64, Sensitivities)],
    caption: String,
) -> Html {
    let most = f64::from(MOST);
    let drawn = [
        (
            "local",
            "curve-1",
            all.iter()
                .map(|(same, found)| (*same, found.local))
                .collect(),
        ),
        (
            "smooth",
            "curve-3",
            all.iter()
                .map(|(same, found)| (*same, found.smooth))
                .collect(),
        ),
        (
            "global",
            "curve-2",
            all.iter().map(|(same, _)| (*same, most)).collect(),
        ),
    ];
    let keys = drawn.clone().map(|(key, class, _)| Key {
        class: None,
        drawing: html! { <path class={classes!("curve", class)} d="M0 8L28 8"/> },
        text: words.say(key),
    });
    let drawn = drawn.map(|(_, class, points)| Curve { class, points });
    let [fewest, last] = [PLACES.0, PLACES.1].map(|place| Setting { place, ..setting }.same());
    let scales = (
        Scale::between(f64::from(fewest), f64::from(last)),
        Scale::between(0.0, most * 1.05),
    );
    let ends = [fewest, last].map(|same| words.messages().whole(same.into()));
    let drawing = curves(&drawn, scales, f64::from(setting.same()), ends);
    let drawing = html! { <>{ legend(keys) }{ drawing }</> };
    let rows = [0, 1, 10, 25, 50, 100].map(|place| {
        let shown = Setting { place, ..setting };
        let same = words.messages().whole(shown.same().into());
        let figures = shown
            .sensitivities()
            .map(|Sensitivities { local, smooth }| {
                vec![
                    words.messages().number(local, 0),
                    words.messages().number(smooth, 2),
                    words.messages().number(most, 0),
                ]
            });
        TableRow {
            id: same.clone(),
            title: same,
            figures: Ok(figures.unwrap_or_default()),
        }
    });
    let head = ["table-same", "local", "smooth", "global"].map(|key| words.say(key));
    let table = table(&words.say("table-summary"), head.to_vec(), rows, None);
    figure(words.say("picture"), drawing, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One in the middle: the median moves by 30, after one more by 60. With three nobody alone moves it, but after one
    /// change somebody does.
    #[test]
    fn local_sensitivity_drops_to_nothing_and_smooth_sensitivity_does_not() {
        let of = |place| Setting { place, ..FIRST }.sensitivities().unwrap();
        assert!((of(0).local - 30.0).abs() < 1e-9 && of(1).local.abs() < 1e-9);
        // g = 1 + 2/30: 60/g at one, 60/g³ at three; 30/g⁵⁰ at 101.
        let g = 32.0_f64 / 30.0;
        assert!((of(0).smooth - 60.0 / g).abs() < 1e-3, "{:?}", of(0));
        assert!(
            (of(1).smooth - 60.0 / g.powi(3)).abs() < 1e-3,
            "{:?}",
            of(1)
        );
        assert!(
            (of(50).smooth - 30.0 / g.powi(50)).abs() < 1e-3,
            "{:?}",
            of(50)
        );
    }

    #[test]
    fn the_local_rule_publishes_the_very_median() {
        let [local, smooth] = Setting { place: 1, ..FIRST }.publish(1).unwrap();
        assert_eq!(local, [50; RELEASES as usize]);
        assert_eq!(smooth.len(), RELEASES as usize);
        assert!(smooth.iter().any(|&wage| wage != 50));
    }

    /// How far both rules are off in the first draws, within one standard error of what the probabilities of discrete Laplace
    /// noise sum up to, term by term.
    #[test]
    fn the_first_draws_are_typical() {
        for place in [0, 1, 5, 50] {
            for tenths in [5, 20, 80] {
                let setting = Setting { place, tenths };
                let Sensitivities { local, smooth } = setting.sensitivities().unwrap();
                let epsilon = f64::from(tenths) / 10.0;
                let scales = [local / epsilon, 2.0 * smooth / epsilon];
                for draw in [1, 2] {
                    let both = setting.typical(draw).unwrap();
                    for (wages, scale) in both.iter().zip(scales) {
                        let found: f64 = wages.iter().map(|&wage| distance(wage, 50.0)).sum();
                        let z = if scale > 0.0 {
                            (-1.0 / scale).exp()
                        } else {
                            0.0
                        };
                        let chance = |n: i32| 2.0 * (1.0 - z) / (1.0 + z) * z.powi(n);
                        let terms = || (1..20_000).map(|n| (f64::from(n), chance(n)));
                        let error: f64 = terms().map(|(n, chance)| n * chance).sum();
                        let square: f64 = terms().map(|(n, chance)| n * n * chance).sum();
                        let deviation = (5.0 * (square - error * error)).sqrt();
                        let off = found - 5.0 * error;
                        assert!(off.abs() <= deviation + 1e-6, "{setting:?} {draw}: {off}");
                    }
                }
            }
        }
    }
}
