//! With and without a trusted curator: the same question both ways, and what it costs to trust nobody.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Epsilon, FrequencyOracle, central::CentralCounts, intervals::Population,
    randomizers::DirectEncoding, standard_error,
};
use sotto_ui::charts::{Scale, TableRow, low_dot_plot, table};
use yew::prelude::*;

use crate::{
    crowd::{OF_MANY, ask, drawn, kurtosis_of_laplace, spread_off},
    lesson::Lesson,
    parts::{Playground, figure, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "with-and-without-a-trusted-curator",
    play: |words| html! { <BothWays words={words.clone()}/> },
    figures,
    right: 2,
    minutes: 15,
    after: &["hearing-the-crowd", "laplace-and-sensitivity"],
    source: "https://doi.org/10.1561/0400000042",
};

/// How often the question is asked in each way.
const SURVEYS: u32 = 100;

/// How many people, at the positions of the slider.
const PEOPLE: [u32; 6] = [100, 200, 500, 1_000, 2_000, 5_000];

/// Of 100 people, those whose true answer is "yes".
const YES_OF_HUNDRED: u32 = 30;

/// ε in tenths.
const EPSILON: (u32, u32) = (1, 50);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    people: u32,
    tenths: u32,
}

/// The shares that came out of each way.
#[derive(Clone, Debug, PartialEq)]
struct Found {
    local: Vec<f64>,
    central: Vec<f64>,
}

impl Setting {
    const fn yes(self) -> u32 {
        self.people * YES_OF_HUNDRED / 100
    }

    fn truth(self) -> f64 {
        f64::from(self.yes()) / f64::from(self.people)
    }

    fn epsilon(self) -> Option<Epsilon> {
        Epsilon::from_micros(self.tenths * 100_000).ok()
    }

    fn local(self) -> Option<DirectEncoding> {
        DirectEncoding::new(&self.epsilon()?, 2).ok()
    }

    fn central(self) -> Option<CentralCounts> {
        CentralCounts::histogram(&self.epsilon()?).ok()
    }

    /// The standard errors of the share of exactly these people, without and with a curator.
    fn errors(self) -> Option<[f64; 2]> {
        let support = self.local()?.support_probabilities();
        let local = standard_error(self.truth(), self.people.into(), support, Population::Fixed);
        let central = self.central()?.standard_deviation() / f64::from(self.people);
        Some([local.ok()?, central])
    }

    /// The same where these people are a random sample of a population whose share it is: who was asked is chance, too.
    fn sampled_errors(self) -> Option<[f64; 2]> {
        let truth = self.truth();
        let sampling = (truth * (1.0 - truth) / f64::from(self.people)).sqrt();
        Some(self.errors()?.map(|error| error.hypot(sampling)))
    }

    fn found(self, draw: u32) -> Option<Found> {
        let errors = self.errors()?;
        let (local, central) = (self.local()?, self.central()?);
        let z = (-f64::from(self.tenths) / 10.0).exp();
        let off = |way: usize, kurtosis: f64| {
            move |shares: &Vec<f64>| spread_off(shares, self.truth(), errors[way], kurtosis)
        };
        Some(Found {
            local: drawn(draw, |seed| self.without(&local, seed), off(0, OF_MANY))?,
            central: drawn(
                draw,
                |seed| Some(self.with(&central, seed)),
                off(1, kurtosis_of_laplace(z)),
            )?,
        })
    }

    /// The shares that come out without a curator.
    fn without(self, local: &DirectEncoding, seed: u64) -> Option<Vec<f64>> {
        let support = local.support_probabilities();
        let [truth, other] = [support.of_truth(), support.of_other()];
        let people = [self.yes(), self.people - self.yes()];
        // The share alone: a hundred exact intervals, which nobody sees, would take longer than the answers.
        let share = |survey: u32| {
            let counts = ask(local, &people, seed << 32 | u64::from(survey))?;
            let said = f64::from(u32::try_from(*counts.supports().first()?).ok()?);
            Some((said / f64::from(self.people) - other) / (truth - other))
        };
        (0..SURVEYS).map(share).collect()
    }

    /// Those that come out with one.
    fn with(self, central: &CentralCounts, seed: u64) -> Vec<f64> {
        let mut noise = ChaCha20Rng::seed_from_u64(seed);
        let counts = vec![u64::from(self.yes()); SURVEYS as usize];
        let published = central.publish(&counts, &mut noise);
        #[expect(clippy::cast_precision_loss, reason = "a count of a few thousand")]
        let share = |count: i64| count as f64 / f64::from(self.people);
        published.into_iter().map(share).collect()
    }
}

const FIRST: Setting = Setting {
    people: 1_000,
    tenths: 10,
};

fn figures() -> Figures {
    let figures = || {
        let [local, central] = FIRST.errors()?;
        let [local_of_sample, central_of_sample] = FIRST.sampled_errors()?;
        let points = |error: f64, decimals| Figure::Number(error * 100.0, decimals);
        let four = Setting {
            people: 4_000,
            ..FIRST
        }
        .errors()?;
        Some(vec![
            ("surveys", Figure::Whole(SURVEYS.into())),
            ("people", Figure::Whole(FIRST.people.into())),
            ("local-error", points(local, 1)),
            ("central-error", points(central, 2)),
            ("times", Figure::Number(local / central, 0)),
            (
                "sample-times",
                Figure::Number(local_of_sample / central_of_sample, 1),
            ),
            ("four-local", points(four[0], 1)),
            ("four-central", points(four[1], 2)),
        ])
    };
    figures().unwrap_or_default()
}

#[derive(Properties, PartialEq)]
struct BothWaysProps {
    words: WordsWithFigures,
}

#[component]
fn BothWays(props: &BothWaysProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 1);
    let (setting, _) = play.now();
    let found = use_memo(play.now(), |&(setting, draw)| setting.found(draw));
    let caption = caption(words, setting).unwrap_or_default();
    play.show_numbered(Playground {
        picture: (*found)
            .as_ref()
            .map(|found| picture(words, setting, found, caption.clone())).unwrap_or_default(),
        buttons: play.again(["ask", "ask"]),
        controls: html! {
            <>
                { play.one_of(["people", "people-asked"], &PEOPLE, setting.people, |setting, people| Setting { people, ..setting }) }
                { play.epsilon(EPSILON, setting.tenths, |setting, tenths| Setting { tenths, ..setting }) }
                { who_sees_what(words) }
            </>
        },
        spoken: caption,
    })
}

fn caption(words: &WordsWithFigures, setting: Setting) -> Option<String> {
    let [local, central] = setting.errors()?;
    let [local_of_sample, central_of_sample] = setting.sampled_errors()?;
    Some(words.fill(
        "caption",
        &[
            ("local", Figure::Number(local * 100.0, 2)),
            ("central", Figure::Number(central * 100.0, 2)),
            ("factor", Figure::Number(local / central, 0)),
            (
                "sample-factor",
                Figure::Number(local_of_sample / central_of_sample, 1),
            ),
        ],
    ))
}

/// How far from the truth a drawing reaches to show all shares.
fn reach(shares: &[f64], truth: f64, least: f64) -> f64 {
    let far = shares.iter().map(|share| (share - truth).abs());
    far.fold(least, f64::max)
}

/// The estimates of both ways as heaps of dots on one scale; those with a curator, which lie there in a heap or two, also
/// on a scale of their own.
fn picture(words: &WordsWithFigures, setting: Setting, found: &Found, caption: String) -> Html {
    let truth = setting.truth();
    let own = reach(&found.central, truth, 0.0005);
    let far = reach(&found.local, truth, 0.01).max(own);
    let dots = |title: String, shares: &[f64], far: f64, decimals: u8| {
        let scale = Scale::between(truth - far, truth + far);
        let ends = [truth - far, truth + far];
        let ends = ends.map(|share| words.messages().percent(share, decimals));
        html! {
            <>
                <p><b>{ title }</b></p>
                { low_dot_plot(shares.iter().copied(), truth, scale, ends) }
            </>
        }
    };
    let enlarged = far / own;
    let drawing = html! {
        <>
            { dots(words.say("without"), &found.local, far, 0) }
            { dots(words.say("with"), &found.central, far, 0) }
            if enlarged >= 2.0 {
                { dots(
                    words.fill("with-enlarged", &[("times", Figure::Number(enlarged, 0))]),
                    &found.central,
                    own,
                    1,
                ) }
            }
        </>
    };
    let errors = setting.errors().unwrap_or([f64::NAN; 2]);
    let ways = [("without", &found.local), ("with", &found.central)];
    let rows = ways.into_iter().zip(errors).map(|((key, shares), error)| {
        let percent = |share: f64| words.messages().percent(share, 1);
        let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
        let most = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        TableRow {
            id: key.to_owned(),
            title: words.say(key),
            figures: Ok(vec![percent(least), percent(most), percent(error)]),
        }
    });
    let head = ["table-way", "table-least", "table-most", "table-error"];
    let head = head.map(|key| words.say(key)).to_vec();
    let table = table(&words.say("table-summary"), head, rows, None);
    figure(words.say("picture"), drawing, caption, table)
}

/// Who learns what in each way.
fn who_sees_what(words: &WordsWithFigures) -> Html {
    let item = |key: &str| html! { <li>{ words.say(key) }</li> };
    html! {
        <ul class="stack">
            { item("sees-without") }
            { item("sees-with") }
        </ul>
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sotto_ldp::{Intervals, estimate_with};

    use super::*;

    /// √(2z)/(1 − z), z = 1/e, of 1,000 people; and √(n·e/(e − 1)²)/n without a curator.
    #[test]
    fn the_errors_are_those_of_the_formulas() {
        let [local, central] = FIRST.errors().unwrap();
        let e = 1_f64.exp();
        assert!(
            (local - (e / (e - 1.0).powi(2) / 1_000.0).sqrt()).abs() < 1e-6,
            "{local}"
        );
        let z = (-1_f64).exp();
        assert!((central - (2.0 * z).sqrt() / (1.0 - z) / 1_000.0).abs() < 1e-9);
        // Without a curator the error falls with √n, with one with n.
        let four = Setting {
            people: 4_000,
            ..FIRST
        }
        .errors()
        .unwrap();
        assert!((local / four[0] - 2.0).abs() < 1e-6 && (central / four[1] - 4.0).abs() < 1e-6);
    }

    /// As a sample of a population every answer is "yes" with chance λ = q + x·(p − q), so that the error without a curator
    /// is √(λ(1 − λ)/n)/(p − q): 3.36 points against 1.46, 2.3 times, where it is 22 times for exactly these people.
    #[test]
    fn of_a_population_the_curator_saves_less() {
        let [local, central] = FIRST.sampled_errors().unwrap();
        let e = 1_f64.exp();
        let (p, q) = (e / (e + 1.0), 1.0 / (e + 1.0));
        let said = q + 0.3 * (p - q);
        let formula = (said * (1.0 - said) / 1_000.0).sqrt() / (p - q);
        assert!((local - formula).abs() < 1e-6, "{local} {formula}");
        assert!(
            (local / central - 2.310).abs() < 1e-3,
            "{}",
            local / central
        );
        let [local, central] = FIRST.errors().unwrap();
        assert!((local / central - 22.361).abs() < 1e-2);
    }

    /// What is seen first and after the first press has the spread that the caption says, within its standard error; with
    /// a curator the dots stand in many heaps once they are enlarged, and in a few before.
    #[test]
    fn the_first_draws_spread_as_the_caption_says() {
        for people in PEOPLE {
            let setting = Setting { people, ..FIRST };
            let errors = setting.errors().unwrap();
            for draw in [1, 2] {
                let found = setting.found(draw).unwrap();
                // √((3 − 1)/100)/2 and, with z = 1/e, κ = 6.543, √(5.543/100)/2.
                for ((shares, error), part) in [&found.local, &found.central]
                    .into_iter()
                    .zip(errors)
                    .zip([0.0707, 0.1169])
                {
                    let squares: f64 = shares.iter().map(|share| (share - 0.3).powi(2)).sum();
                    let off = (squares / 100.0).sqrt() / error - 1.0;
                    assert!(off.abs() <= part * 1.01, "{people} {draw}: {off}");
                }
                let far = reach(&found.central, 0.3, 0.0005);
                let heap = |share: &f64| format!("{:.0}", ((share - 0.3) / far * 20.5).floor());
                let heaps: BTreeSet<_> = found.central.iter().map(heap).collect();
                assert!(heaps.len() >= 5, "{people} {draw}: {heaps:?}");
            }
        }
    }

    /// The shares are those of the estimator, survey by survey.
    #[test]
    fn a_share_is_that_of_the_estimator() {
        let local = FIRST.local().unwrap();
        let shares = FIRST.without(&local, 4).unwrap();
        assert_eq!(shares.len(), SURVEYS as usize);
        for (survey, share) in (0..).zip(shares) {
            let counts = ask(&local, &[300, 700], 4 << 32 | survey).unwrap();
            let support = local.support_probabilities();
            let estimates = estimate_with(&counts, support, Intervals::default()).unwrap();
            assert!((estimates[0].share - share).abs() < 1e-12, "{survey}");
        }
    }

    /// Six standard errors of a mean of 100: a chance of 2e-9 each; the coins are fixed.
    #[test]
    fn both_ways_are_right_on_average() {
        let found = FIRST.found(3).unwrap();
        let errors = FIRST.errors().unwrap();
        for (shares, error) in [found.local, found.central].iter().zip(errors) {
            let mean = shares.iter().sum::<f64>() / f64::from(SURVEYS);
            assert!((mean - 0.3).abs() < 0.6 * error, "{mean}");
        }
    }
}
