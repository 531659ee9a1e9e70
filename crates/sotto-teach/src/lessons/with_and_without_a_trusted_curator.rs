//! With and without a trusted curator: the same question both ways, and what it costs to trust nobody.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Epsilon, FrequencyOracle, Intervals, central::CentralCounts, estimate_with,
    intervals::Population, randomizers::DirectEncoding, standard_error,
};
use sotto_ui::charts::{Scale, TableRow, dot_plot, table};
use yew::prelude::*;

use crate::{
    crowd::ask,
    lesson::Lesson,
    parts::{
        DrawNumber, Slider, announced, draw_again, draw_by_number, figure, slider, use_announcement,
    },
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "with-and-without-a-trusted-curator",
    play: |words| html! { <BothWays words={words.clone()}/> },
    figures,
    right: 2,
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

    /// The standard errors of the share, without and with a curator.
    fn errors(self) -> Option<[f64; 2]> {
        let support = self.local()?.support_probabilities();
        let local = standard_error(self.truth(), self.people.into(), support, Population::Fixed);
        let central = self.central()?.standard_deviation() / f64::from(self.people);
        Some([local.ok()?, central])
    }

    fn found(self, draw: u32) -> Option<Found> {
        let (local, central) = (self.local()?, self.central()?);
        let support = local.support_probabilities();
        let mut noise = ChaCha20Rng::seed_from_u64(draw.into());
        let people = [self.yes(), self.people - self.yes()];
        let mut found = Found {
            local: Vec::new(),
            central: Vec::new(),
        };
        for survey in 0..SURVEYS {
            let counts = ask(&local, &people, u64::from(draw) << 32 | u64::from(survey))?;
            let estimates = estimate_with(&counts, support, Intervals::default()).ok()?;
            found.local.push(estimates.first()?.share);
            let published = central.publish(&[self.yes().into()], &mut noise);
            #[expect(clippy::cast_precision_loss, reason = "a count of a few thousand")]
            let published = *published.first()? as f64;
            found.central.push(published / f64::from(self.people));
        }
        Some(found)
    }
}

const FIRST: Setting = Setting {
    people: 1_000,
    tenths: 10,
};

fn figures() -> Figures {
    let figures = || {
        let [local, central] = FIRST.errors()?;
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
    let setting = use_state_eq(|| FIRST);
    let draw = use_state_eq(|| 1_u32);
    let found = use_memo((*setting, *draw), |&(setting, draw)| setting.found(draw));
    let again = draw_again(&draw);
    let change = |change: fn(Setting, u32) -> Setting| {
        let setting = setting.clone();
        Callback::from(move |number| setting.set(change(*setting, number)))
    };
    let caption = caption(words, *setting).unwrap_or_default();
    let announcement = use_announcement(*draw, *draw > 1, &caption);
    let position = PEOPLE
        .iter()
        .position(|&people| people == setting.people)
        .unwrap_or(0);
    let people = Slider {
        id: "people",
        label: words.say("people-asked"),
        ends: (0, 5),
        step: 1,
        value: u32::try_from(position).unwrap_or(0),
        figure: words.messages().whole(setting.people.into()),
    };
    let epsilon = Slider {
        id: "epsilon",
        label: words.say("epsilon"),
        ends: EPSILON,
        step: 1,
        value: setting.tenths,
        figure: words.messages().number(f64::from(setting.tenths) / 10.0, 1),
    };
    let change_people = change(|setting, position| Setting {
        people: PEOPLE
            .get(position as usize)
            .copied()
            .unwrap_or(setting.people),
        ..setting
    });
    let change_epsilon = change(|setting, tenths| Setting { tenths, ..setting });
    html! {
        <>
            <p class="buttons">
                <button id="ask" type="button" onclick={again}>{ words.say("ask") }</button>
            </p>
            <DrawNumber words={words.messages().clone()} draw={*draw} change={draw_by_number(&draw)}/>
            <div class="controls">
                { slider(people, &change_people) }
                { slider(epsilon, &change_epsilon) }
            </div>
            if let Some(found) = &*found {
                { picture(words, *setting, found, caption) }
            }
            { announced(announcement) }
            { who_sees_what(words) }
            <p class="reading">{ words.say("reading") }</p>
        </>
    }
}

fn caption(words: &WordsWithFigures, setting: Setting) -> Option<String> {
    let [local, central] = setting.errors()?;
    Some(words.fill(
        "caption",
        &[
            ("local", Figure::Number(local * 100.0, 2)),
            ("central", Figure::Number(central * 100.0, 2)),
            ("factor", Figure::Number(local / central, 0)),
        ],
    ))
}

/// The estimates of both ways as heaps of dots on one scale.
fn picture(words: &WordsWithFigures, setting: Setting, found: &Found, caption: String) -> Html {
    let truth = setting.truth();
    let far = found
        .local
        .iter()
        .chain(&found.central)
        .map(|share| (share - truth).abs())
        .fold(0.01, f64::max);
    let scale = Scale::between(truth - far, truth + far);
    let ends = || [truth - far, truth + far].map(|share| words.messages().percent(share, 0));
    let dots = |key: &str, shares: &[f64]| {
        html! {
            <>
                <p><b>{ words.say(key) }</b></p>
                { dot_plot(shares.iter().copied(), truth, scale, ends()) }
            </>
        }
    };
    let drawing = html! {
        <>
            { dots("without", &found.local) }
            { dots("with", &found.central) }
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
