//! Approximate: what δ allows. Gaussian noise and a lottery keep the same ε and δ, and go beyond ε differently.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Epsilon,
    central::{
        AllOrNoise, CentralCounts, DiscreteGaussian, advanced_composition,
        textbook_gaussian_deviation,
    },
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
    id: "approximate",
    play: |words| html! { <Promising words={words.clone()}/> },
    figures,
    right: 3,
    minutes: 15,
    after: &["composition"],
    source: "https://doi.org/10.1561/0400000042",
};

/// How many counts a press publishes in each way.
const RELEASES: u32 = 1_000;

/// The count that is published.
const TRUTH: u64 = 100;

/// ε in tenths.
const EPSILON: (u32, u32) = (1, 30);

/// δ is one in ten to this power.
const POWER: (u32, u32) = (1, 9);

/// The settings of the picture: losses from 0 to this, and chances from one in 10¹² to one.
const MOST_LOSS: f64 = 6.0;
const LEAST_POWER: f64 = -12.0;

/// How many people are in the table of the last task.
const PEOPLE: u64 = 1_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    tenths: u32,
    power: u32,
}

/// What became of the releases.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Published {
    /// The greatest loss by Gaussian noise.
    loss: f64,
    /// How many tables the lottery published whole.
    whole: u32,
}

/// Both ways to keep the same promise.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ways {
    gaussian: DiscreteGaussian,
    lottery: AllOrNoise,
}

impl Setting {
    fn epsilon(self) -> f64 {
        f64::from(self.tenths) / 10.0
    }

    const fn odds(self) -> u64 {
        10_u64.pow(self.power)
    }

    #[expect(clippy::cast_precision_loss, reason = "at most 10⁹")]
    fn ways(self) -> Option<Ways> {
        let epsilon = Epsilon::from_micros(self.tenths * 100_000).ok()?;
        let delta = 1.0 / self.odds() as f64;
        Some(Ways {
            gaussian: DiscreteGaussian::keeping(self.epsilon(), delta, 1).ok()?,
            lottery: AllOrNoise::new(&epsilon, self.odds()).ok()?,
        })
    }
}

impl Ways {
    /// How often a release tells more than ε: by Gaussian noise, and by the lottery.
    fn chances_above(&self, epsilon: f64) -> [f64; 2] {
        [
            self.gaussian.chance_above(1, epsilon),
            self.lottery.chance_above(epsilon),
        ]
    }

    #[expect(clippy::cast_precision_loss, reason = "below 2³¹")]
    fn variance(&self) -> f64 {
        let (numerator, denominator) = self.gaussian.variance();
        numerator as f64 / denominator as f64
    }

    /// Publishes with the chance of that number. The first draws are typical of how many tables lie open.
    fn publish(&self, draw: u32) -> Option<Published> {
        let [_, opened] = self.chances_above(f64::INFINITY);
        let expected = f64::from(RELEASES) * opened;
        let deviation = (expected * (1.0 - opened)).sqrt();
        let off = |published: &Published| (f64::from(published.whole) - expected) / deviation;
        drawn(draw, |seed| Some(self.release(seed)), off)
    }

    fn release(&self, seed: u64) -> Published {
        let mut chance = ChaCha20Rng::seed_from_u64(seed);
        let mut published = Published {
            loss: f64::NEG_INFINITY,
            whole: 0,
        };
        for _ in 0..RELEASES {
            #[expect(clippy::cast_precision_loss, reason = "noise of a few hundred")]
            let noise = self.gaussian.sample(&mut chance) as f64;
            published.loss = published
                .loss
                .max((2.0 * noise + 1.0) / (2.0 * self.variance()));
            published.whole += u32::from(self.lottery.publish(TRUTH, &mut chance).is_none());
        }
        published
    }
}

const FIRST: Setting = Setting {
    tenths: 10,
    power: 2,
};

fn figures() -> Figures {
    let figures = || {
        let first = FIRST.ways()?;
        let rare = Setting { power: 6, ..FIRST }.ways()?;
        let [first_above, _] = first.chances_above(1.0);
        let [rare_above, _] = rare.chances_above(1.0);
        let [twice_above, _] = rare.chances_above(2.0);
        let laplace = CentralCounts::histogram(&Epsilon::from_micros(1_000_000).ok()?).ok()?;
        let textbook = textbook_gaussian_deviation(0.5, 1e-5, 1).ok()?;
        let least = Setting {
            tenths: 5,
            power: 5,
        };
        Some(vec![
            ("releases", Figure::Whole(RELEASES.into())),
            ("people", Figure::Whole(PEOPLE)),
            (
                "somebody",
                Figure::Share(1.0 - (1.0 - 1e-6_f64).powf(1e6), 0),
            ),
            ("first-odds", Figure::Whole(FIRST.odds())),
            (
                "expected",
                Figure::Whole(u64::from(RELEASES) / FIRST.odds()),
            ),
            (
                "gaussian-deviation",
                Figure::Number(rare.variance().sqrt(), 1),
            ),
            ("first-above", one_in(first_above)),
            ("rare-above", one_in(rare_above)),
            ("rare-times", Figure::Number(rare_above * 1e6, 0)),
            ("gaussian-twice", Figure::Number(-twice_above.log10(), 0)),
            (
                "laplace-deviation",
                Figure::Number(laplace.standard_deviation(), 1),
            ),
            ("textbook-deviation", Figure::Number(textbook, 2)),
            (
                "least-deviation",
                Figure::Number(least.ways()?.variance().sqrt(), 2),
            ),
            ("hundred-basic", Figure::Number(0.1 * 100.0, 0)),
            (
                "hundred-advanced",
                Figure::Number(advanced_composition(0.1, 100, 1e-6).ok()?, 1),
            ),
        ])
    };
    figures().unwrap_or_default()
}

/// One in how many times that is.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 1 to 10¹⁵"
)]
fn one_in(chance: f64) -> Figure {
    Figure::Whole((1.0 / chance).round() as u64)
}

#[derive(Properties, PartialEq)]
struct PromisingProps {
    words: WordsWithFigures,
}

#[component]
fn Promising(props: &PromisingProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 0);
    let (setting, draw) = play.now();
    let ways = use_memo(setting, |setting| setting.ways());
    let published = use_memo((*ways, draw), |&(ways, draw)| match draw {
        0 => None,
        _ => ways?.publish(draw),
    });
    let caption = ways
        .map(|ways| caption(words, setting, &ways, *published))
        .unwrap_or_default();
    let odds = words.fill("one-in", &[("odds", Figure::Whole(setting.odds()))]);
    play.show_numbered(Playground {
        picture: ways.map(|ways| picture(words, setting, &ways, caption.clone())).unwrap_or_default(),
        buttons: play.again(["publish", "publish"]),
        controls: html! {
            <>
                { play.slider(["delta", "delta"], POWER, (setting.power, odds), |setting, power| Setting { power, ..setting }) }
                { play.epsilon(EPSILON, setting.tenths, |setting, tenths| Setting { tenths, ..setting }) }
            </>
        },
        spoken: caption,
    })
}

fn caption(
    words: &WordsWithFigures,
    setting: Setting,
    ways: &Ways,
    published: Option<Published>,
) -> String {
    let [gaussian, lottery] = ways
        .chances_above(setting.epsilon())
        .map(|above| chance(words, above));
    let promise = words.fill(
        "caption",
        &[
            ("epsilon", Figure::Number(setting.epsilon(), 1)),
            ("odds", Figure::Whole(setting.odds())),
            ("deviation", Figure::Number(ways.variance().sqrt(), 1)),
        ],
    );
    let beyond = words.fill_texts("beyond", &[("gaussian", &gaussian), ("lottery", &lottery)]);
    let became = published.map_or_else(
        || words.say("not-published"),
        |Published { loss, whole }| {
            let figures = [
                ("loss", Figure::Number(loss, 2)),
                ("whole", Figure::Whole(whole.into())),
            ];
            words.fill("became", &figures)
        },
    );
    [became, promise, beyond].join(" ")
}

/// A chance as words: a percentage, or one in so many.
fn chance(words: &WordsWithFigures, chance: f64) -> String {
    if chance >= 0.1 {
        words.messages().percent(chance, 0)
    } else if chance > 1e-15 {
        words.fill("one-in", &[("odds", one_in(chance))])
    } else {
        words.say("rarer")
    }
}

/// δ of both ways and how often Gaussian noise tells more than ε, for each ε, on a scale of powers of ten. Of the lottery
/// both are the same from the promised ε on.
fn picture(words: &WordsWithFigures, setting: Setting, ways: &Ways, caption: String) -> Html {
    type Line<'a> = (&'static str, &'static str, &'a dyn Fn(f64) -> f64);
    let above = |epsilon: f64| ways.gaussian.chance_above(1, epsilon);
    let gaussian = |epsilon: f64| ways.gaussian.delta(1, epsilon);
    let lottery = |epsilon: f64| ways.lottery.delta(epsilon);
    let lines: [Line; 3] = [
        ("gaussian-above", "curve-3", &above),
        ("gaussian-delta", "curve-2", &gaussian),
        ("lottery-delta", "curve-1", &lottery),
    ];
    let drawn = lines.map(|(_, class, chance)| Curve {
        class,
        points: (0..=60)
            .map(|step| {
                let epsilon = f64::from(step) / 60.0 * MOST_LOSS;
                (epsilon, chance(epsilon).log10().max(LEAST_POWER))
            })
            .collect(),
    });
    let scales = (
        Scale::between(0.0, MOST_LOSS),
        Scale::between(LEAST_POWER, 0.0),
    );
    let ends = [0.0, MOST_LOSS].map(|epsilon| words.messages().number(epsilon, 0));
    let drawing = curves(&drawn, scales, setting.epsilon(), ends);
    let keys = lines.map(|(key, class, _)| Key {
        class: None,
        drawing: html! { <path class={classes!("curve", class)} d="M0 8L28 8"/> },
        text: words.say(key),
    });
    let drawing = html! { <>{ legend(keys) }{ drawing }</> };
    let rows = [0.0, 1.0, 2.0, 4.0].map(|more| {
        let epsilon = setting.epsilon() + more;
        let figure = words.messages().number(epsilon, 1);
        TableRow {
            id: figure.clone(),
            title: figure,
            figures: Ok(lines.map(|(_, _, at)| chance(words, at(epsilon))).to_vec()),
        }
    });
    let head = ["table-epsilon"]
        .into_iter()
        .chain(lines.map(|(key, ..)| key));
    let head = head.map(|key| words.say(key)).collect();
    let table = table(&words.say("table-summary"), head, rows, None);
    figure(words.say("picture"), drawing, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both keep to the same promise; beyond it the Gaussian's chance falls, the lottery's does not.
    #[test]
    fn one_promise_is_broken_in_two_ways() {
        let setting = Setting { power: 6, ..FIRST };
        let ways = setting.ways().unwrap();
        for delta in [ways.gaussian.delta(1, 1.0), ways.lottery.delta(1.0)] {
            assert!(delta <= 1e-6 * (1.0 + 1e-9), "{delta}");
        }
        assert!(ways.gaussian.delta(1, 2.0) < 1e-15);
        assert!((ways.lottery.delta(2.0) - 1e-6).abs() < 1e-12);
    }

    /// Every figure of the words about a loss above ε, from the chances of the noise one by one: of the least variance
    /// in tenths that keeps to (1, δ), 3.5 at 1 in 100 and 17.9 at 1 in 1,000,000, what is above e times the neighbour's.
    #[test]
    fn more_than_epsilon_is_told_more_often_than_delta_says() {
        for (power, variance, times) in [(2, 3.5_f64, 2.9), (3, 6.5, 5.1), (6, 17.9, 16.9)] {
            let ways = Setting { power, ..FIRST }.ways().unwrap();
            assert!((ways.variance() - variance).abs() < 1e-12, "{power}");
            let weight = |x: i32| (-f64::from(x).powi(2) / (2.0 * variance)).exp();
            let all: f64 = (-300..=300).map(weight).sum();
            let above = |epsilon: f64| {
                let tells = |x: &i32| weight(*x) > epsilon.exp() * weight(x + 1);
                (-200..200).filter(tells).map(weight).sum::<f64>() / all
            };
            let delta = 0.1_f64.powi(power.cast_signed());
            let [gaussian, lottery] = ways.chances_above(1.0);
            assert!((gaussian / above(1.0) - 1.0).abs() < 1e-6, "{gaussian}");
            assert!((gaussian / delta - times).abs() < 0.05, "{gaussian}");
            assert!((lottery - delta).abs() < 1e-12);
            // At twice the ε the Gaussian is far below δ, and the lottery where it was.
            let [gaussian, lottery] = ways.chances_above(2.0);
            assert!((gaussian / above(2.0) - 1.0).abs() < 1e-6, "{gaussian}");
            assert!(gaussian < delta / 10.0 && (lottery - delta).abs() < 1e-12);
        }
        let figures = figures();
        let figure = |name| figures.iter().find(|(one, _)| *one == name).unwrap().1;
        // 1/0.029148, 1/1.6925e-5, 2.05e-17.
        assert_eq!(figure("first-above"), Figure::Whole(34));
        assert_eq!(figure("rare-above"), Figure::Whole(59_086));
        assert!(
            matches!(figure("rare-times"), Figure::Number(times, 0) if (times - 16.92).abs() < 0.01)
        );
        assert!(
            matches!(figure("gaussian-twice"), Figure::Number(power, 0) if (power - 16.687).abs() < 0.001)
        );
    }

    /// Ten of 1,000 at one in a hundred, six deviations of 3.15; the greatest of 1,000 Gaussian losses is finite and
    /// within six deviations. Seeded.
    #[test]
    fn the_lottery_publishes_tables_whole() {
        let ways = FIRST.ways().unwrap();
        let published = ways.release(1);
        assert!(published.whole.abs_diff(10) < 19, "{published:?}");
        let deviation = ways.variance().sqrt();
        // 10 ± √(1,000 · 1/100 · 99/100) are 7 to 13.
        for draw in [1, 2] {
            assert!(
                (7..=13).contains(&ways.publish(draw).unwrap().whole),
                "{draw}"
            );
        }
        assert!(published.loss > 0.0 && published.loss < 6.5 / deviation + 0.5 / ways.variance());
    }
}
