//! Laplace and sensitivity: how much one person can move a result, and why a bound must be set.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{Epsilon, central::CentralCounts};
use sotto_ui::charts::{Scale, TableRow, dot_plot, table};
use yew::prelude::*;

use crate::{
    crowd::{drawn, kurtosis_of_laplace, spread_off},
    lesson::Lesson,
    parts::{Playground, figure, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "laplace-and-sensitivity",
    play: |words| html! { <Bounding words={words.clone()}/> },
    figures,
    right: 3,
    minutes: 15,
    after: &["neighbouring-tables"],
    source: "https://doi.org/10.1007/11681878_14",
};

/// How many people say what they earn.
const PEOPLE: usize = 200;

/// How often the mean is published, to see how it varies.
const RELEASES: u32 = 200;

/// The bound on what a person counts for, in thousands.
const BOUND: (u32, u32) = (10, 500);

/// ε in tenths.
const EPSILON: (u32, u32) = (1, 50);

/// What imagined people earn, in thousands: most from 20 to 69, one in twenty far more.
fn incomes() -> impl Iterator<Item = u64> {
    (0..PEOPLE as u64).map(|person| match person % 20 {
        19 => 150 + person % 7 * 50,
        _ => 20 + person * 37 % 50,
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    bound: u32,
    tenths: u32,
}

#[expect(clippy::cast_precision_loss, reason = "sums of a few thousands")]
fn mean(sum: u64) -> f64 {
    sum as f64 / PEOPLE as f64
}

impl Setting {
    fn mechanism(self) -> Option<CentralCounts> {
        let epsilon = Epsilon::from_micros(self.tenths * 100_000).ok()?;
        CentralCounts::new(&epsilon, self.bound.into()).ok()
    }

    /// The sum in which nobody counts for more than the bound.
    fn bounded_sum(self) -> u64 {
        incomes().map(|income| income.min(self.bound.into())).sum()
    }

    /// The standard error of the published mean by noise.
    fn noise(self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "200 people")]
        Some(self.mechanism()?.standard_deviation() / PEOPLE as f64)
    }

    /// How far the bound moves the mean down.
    fn cut(self) -> f64 {
        mean(incomes().sum::<u64>() - self.bounded_sum())
    }

    /// The root of the mean square error of both together.
    fn error(self) -> Option<f64> {
        Some(self.noise()?.hypot(self.cut()))
    }

    /// The published means. The first draws are typical of how far the noise spreads them.
    fn releases(self, draw: u32) -> Option<Vec<f64>> {
        let (noise, center) = (self.noise()?, mean(self.bounded_sum()));
        let z = (-f64::from(self.tenths) / 10.0 / f64::from(self.bound)).exp();
        let off = |means: &Vec<f64>| spread_off(means, center, noise, kurtosis_of_laplace(z));
        drawn(draw, |seed| self.publish(seed), off)
    }

    fn publish(self, seed: u64) -> Option<Vec<f64>> {
        let mechanism = self.mechanism()?;
        let mut chance = ChaCha20Rng::seed_from_u64(seed);
        let sums = vec![self.bounded_sum(); RELEASES as usize];
        #[expect(clippy::cast_precision_loss, reason = "sums of a few thousands")]
        let mean = |sum: i64| sum as f64 / PEOPLE as f64;
        Some(
            mechanism
                .publish(&sums, &mut chance)
                .into_iter()
                .map(mean)
                .collect(),
        )
    }
}

/// The bound of the least error at that ε.
fn best_bound(tenths: u32) -> u32 {
    let error = |bound: &u32| {
        Setting {
            bound: *bound,
            tenths,
        }
        .error()
        .unwrap_or(f64::INFINITY)
    };
    let bounds = (BOUND.0..=BOUND.1).step_by(5);
    bounds
        .min_by(|a, b| error(a).total_cmp(&error(b)))
        .unwrap_or(BOUND.1)
}

const FIRST: Setting = Setting {
    bound: 500,
    tenths: 10,
};

fn figures() -> Figures {
    let figures = || {
        let best = best_bound(10);
        let of_best = Setting {
            bound: best,
            ..FIRST
        };
        let narrow = Setting { bound: 20, ..FIRST };
        let count = CentralCounts::histogram(&"1".parse().ok()?).ok()?;
        Some(vec![
            ("people", Figure::Whole(PEOPLE as u64)),
            ("releases", Figure::Whole(RELEASES.into())),
            ("most", Figure::Whole(BOUND.1.into())),
            ("truth", Figure::Number(mean(incomes().sum()), 1)),
            ("wide-noise", Figure::Number(FIRST.noise()?, 1)),
            ("best", Figure::Whole(best.into())),
            ("best-error", Figure::Number(of_best.error()?, 1)),
            ("narrow-cut", Figure::Number(narrow.cut(), 1)),
            ("count-noise", Figure::Number(count.standard_deviation(), 1)),
        ])
    };
    figures().unwrap_or_default()
}

#[derive(Properties, PartialEq)]
struct BoundingProps {
    words: WordsWithFigures,
}

#[component]
fn Bounding(props: &BoundingProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 1);
    let (setting, _) = play.now();
    let releases = use_memo(play.now(), |&(setting, draw)| setting.releases(draw));
    let caption = caption(words, setting).unwrap_or_default();
    let bound = words.fill(
        "thousands",
        &[("number", Figure::Whole(setting.bound.into()))],
    );
    play.show_numbered(Playground {
        picture: (*releases)
            .as_ref()
            .map(|releases| picture(words, setting, releases, caption.clone())).unwrap_or_default(),
        buttons: play.again(["publish", "publish"]),
        controls: html! {
            <>
                { play.slider_by(5, ["bound", "bound"], BOUND, (setting.bound, bound), |setting, bound| Setting { bound, ..setting }) }
                { play.epsilon(EPSILON, setting.tenths, |setting, tenths| Setting { tenths, ..setting }) }
            </>
        },
        spoken: caption,
    })
}

fn caption(words: &WordsWithFigures, setting: Setting) -> Option<String> {
    Some(words.fill(
        "caption",
        &[
            ("bound", Figure::Whole(setting.bound.into())),
            ("noise", Figure::Number(setting.noise()?, 1)),
            ("cut", Figure::Number(setting.cut(), 1)),
            ("error", Figure::Number(setting.error()?, 1)),
        ],
    ))
}

/// The published means as heaps of dots.
fn picture(words: &WordsWithFigures, setting: Setting, releases: &[f64], caption: String) -> Html {
    let truth = mean(incomes().sum());
    let far = releases
        .iter()
        .map(|mean| (mean - truth).abs())
        .fold(2.0, f64::max);
    let scale = Scale::between(truth - far, truth + far);
    let thousands = |number: f64| words.fill("thousands", &[("number", Figure::Number(number, 0))]);
    let drawing = dot_plot(
        releases.iter().copied(),
        truth,
        scale,
        [thousands(truth - far), thousands(truth + far)],
    );
    let row = |key: &str, number: f64| TableRow {
        id: key.to_owned(),
        title: words.say(key),
        figures: Ok(vec![words.messages().number(number, 1)]),
    };
    let rows = [
        row("error-noise", setting.noise().unwrap_or(f64::NAN)),
        row("error-cut", setting.cut()),
        row("error-both", setting.error().unwrap_or(f64::NAN)),
    ];
    let head = ["table-error", "table-thousands"]
        .map(|key| words.say(key))
        .to_vec();
    let table = table(&words.say("table-summary"), head, rows, None);
    figure(words.say("picture"), drawing, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The noise of a sum is √2·bound/ε but for steps of one; the best bound lies between both ends.
    #[test]
    fn a_bound_trades_noise_for_what_it_cuts() {
        assert_eq!(incomes().count(), PEOPLE);
        let wide = FIRST.noise().unwrap() * 200.0;
        assert!((wide - 2_f64.sqrt() * 500.0).abs() < 0.01, "{wide}");
        assert!(FIRST.cut() < 1e-12 && Setting { bound: 20, ..FIRST }.cut() > 10.0);
        let best = best_bound(10);
        assert!((BOUND.0 + 5..BOUND.1).contains(&best), "{best}");
        // The more noise, the lower the bound.
        assert!(best_bound(1) < best_bound(50));
    }

    /// What is seen first spreads as the caption says: Laplace noise has a kurtosis of 6, so that the spread of 200 has a
    /// standard error of √(5/200)/2 = 7.9 %.
    #[test]
    fn the_first_draws_spread_as_the_caption_says() {
        for bound in [10, 100, 500] {
            let setting = Setting { bound, ..FIRST };
            let center = mean(setting.bounded_sum());
            for draw in [1, 2] {
                let means = setting.releases(draw).unwrap();
                let squares: f64 = means.iter().map(|mean| (mean - center).powi(2)).sum();
                let ratio = (squares / 200.0).sqrt() / setting.noise().unwrap();
                assert!((ratio - 1.0).abs() < 0.0793, "{bound} {draw}: {ratio}");
            }
        }
    }

    /// What is hidden is what somebody earns: whoever's income is replaced by any other, the bounded sum changes by no more
    /// than the bound, which the noise is for, and by all of it at most. How many there are is public, and stays.
    #[test]
    fn another_income_moves_the_sum_by_the_bound_at_most() {
        for bound in [10, 20, 100, 500] {
            let setting = Setting { bound, ..FIRST };
            let bounded = |income: u64| income.min(bound.into());
            let moves = incomes().flat_map(|income| {
                [0, 1, 50, 499, 500, 1_000_000].map(|other| {
                    let sum = setting.bounded_sum() - bounded(income) + bounded(other);
                    sum.abs_diff(setting.bounded_sum())
                })
            });
            assert!(moves.max().unwrap() <= bound.into(), "{bound}");
            let noise = CentralCounts::new(&"1".parse().unwrap(), bound.into()).unwrap();
            assert_eq!(setting.mechanism(), Some(noise));
        }
    }

    /// Laplace noise has a kurtosis of 6; the mean of 200 within six standard errors, a chance of 2e-9, seeded.
    #[test]
    fn releases_spread_around_the_bounded_mean() {
        let setting = Setting {
            bound: 100,
            tenths: 10,
        };
        let releases = setting.releases(5).unwrap();
        let found = releases.iter().sum::<f64>() / f64::from(RELEASES);
        let limit = 6.0 * setting.noise().unwrap() / f64::from(RELEASES).sqrt();
        assert!(
            (found - mean(setting.bounded_sum())).abs() < limit,
            "{found}"
        );
    }
}
