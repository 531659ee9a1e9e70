//! Numbers: four ways to perturb a number, what they send, and how far off the mean is.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Epsilon, Randomizer,
    numbers::{
        Duchi, Hybrid, Laplace, MeanEstimator, Window,
        design::{Variances, textbook},
    },
};
use sotto_ui::charts::{Bin, Curve, Key, Scale, TableRow, curves, histogram, legend, table};
use yew::prelude::*;

use crate::{
    crowd::drawn,
    lesson::Lesson,
    parts::{Playground, figure, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "numbers",
    play: |words| html! { <Perturbing words={words.clone()}/> },
    figures,
    right: 2,
    minutes: 15,
    after: &["more-than-yes-and-no"],
    source: "https://doi.org/10.1109/ICDE.2019.00063",
};

/// Hours from none to ten, in steps of half an hour.
const CELLS: u32 = 21;
const HOURS: f64 = 10.0;

/// ε in tenths.
const EPSILON: (u32, u32) = (1, 50);

/// How many people with the same number send.
const PEOPLE: u32 = 1_000;

/// Columns of the picture.
const COLUMNS: u32 = 31;

/// A way to perturb a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Laplace,
    Duchi,
    Piecewise,
    Hybrid,
}

const WAYS: [Way; 4] = [Way::Laplace, Way::Duchi, Way::Piecewise, Way::Hybrid];

impl Way {
    const fn name(self) -> &'static str {
        match self {
            Self::Laplace => "laplace",
            Self::Duchi => "duchi",
            Self::Piecewise => "piecewise",
            Self::Hybrid => "hybrid",
        }
    }

    const fn class(self) -> &'static str {
        match self {
            Self::Laplace => "curve-1",
            Self::Duchi => "curve-2",
            Self::Piecewise => "curve-3",
            Self::Hybrid => "curve-4",
        }
    }

    /// The closed form of the variance of one report, of numbers from −1 to 1.
    fn variances(self, epsilon: f64) -> Variances {
        match self {
            Self::Laplace => textbook::laplace(epsilon),
            Self::Duchi => textbook::duchi(epsilon.exp()),
            Self::Piecewise => textbook::piecewise(epsilon.exp()),
            Self::Hybrid => textbook::hybrid(epsilon.exp()),
        }
    }

    /// The standard error of the mean of so many people in hours, at worst.
    fn error(self, epsilon: f64) -> f64 {
        (self.variances(epsilon).worst() / f64::from(PEOPLE)).sqrt() * HOURS / 2.0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    way: Way,
    /// The true number, in half hours.
    cell: u32,
    tenths: u32,
}

impl Setting {
    fn epsilon(self) -> f64 {
        f64::from(self.tenths) / 10.0
    }

    fn hours(self) -> f64 {
        f64::from(self.cell) * HOURS / f64::from(CELLS - 1)
    }

    /// What so many people with this number send, in hours; the same on every device. The first draws are typical of their
    /// mean.
    fn sent(self, draw: u32) -> Option<Vec<f64>> {
        let off = |sent: &Vec<f64>| {
            let squares = sent.iter().map(|hours| (hours - mean(sent)).powi(2));
            let variance = squares.sum::<f64>() / f64::from(PEOPLE - 1);
            (mean(sent) - self.hours()) / (variance / f64::from(PEOPLE)).sqrt()
        };
        drawn(draw, |number| self.reported(number), off)
    }

    fn reported(self, number: u64) -> Option<Vec<f64>> {
        let epsilon = Epsilon::from_micros(self.tenths * 100_000).ok()?;
        match self.way {
            // With all of its noise, as the textbook has it: surveys cut it at the ends of the range.
            Way::Laplace => reports(
                &Laplace::new(&epsilon, CELLS).ok()?.uncut().ok()?,
                self.cell,
                number,
            ),
            Way::Duchi => reports(&Duchi::new(&epsilon, CELLS).ok()?, self.cell, number),
            Way::Piecewise => reports(&Window::piecewise(&epsilon, CELLS).ok()?, self.cell, number),
            Way::Hybrid => reports(&Hybrid::new(&epsilon, CELLS).ok()?, self.cell, number),
        }
    }
}

/// What the reports stand for, in hours.
fn reports<M: MeanEstimator + Randomizer<Input = u32, Output = u32>>(
    mechanism: &M,
    cell: u32,
    number: u64,
) -> Option<Vec<f64>> {
    let mut chance = ChaCha20Rng::seed_from_u64(number);
    let report = |_| {
        let output = mechanism.randomize(cell, &mut chance).ok()?;
        let score = mechanism.score(output);
        #[expect(clippy::cast_precision_loss, reason = "a few thousand steps")]
        let t = score.steps as f64 * mechanism.unit(score.part).to_f64();
        Some((t + 1.0) * HOURS / 2.0)
    };
    (0..PEOPLE).map(report).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / f64::from(PEOPLE)
}

const FIRST: Setting = Setting {
    way: Way::Laplace,
    cell: 6,
    tenths: 10,
};

fn figures() -> Figures {
    let error = |way: Way, epsilon: f64| Figure::Number(way.error(epsilon), 2);
    let bound = (textbook::duchi(1_f64.exp()).middle).sqrt();
    vec![
        ("people", Figure::Whole(PEOPLE.into())),
        ("laplace-error", error(Way::Laplace, 1.0)),
        ("duchi-error", error(Way::Duchi, 1.0)),
        ("piecewise-error", error(Way::Piecewise, 1.0)),
        ("hybrid-error", error(Way::Hybrid, 1.0)),
        ("duchi-large", error(Way::Duchi, 4.0)),
        ("laplace-large", error(Way::Laplace, 4.0)),
        ("hybrid-large", error(Way::Hybrid, 4.0)),
        ("high", Figure::Number((bound + 1.0) * HOURS / 2.0, 1)),
        ("low", Figure::Number((1.0 - bound) * HOURS / 2.0, 1)),
    ]
}

#[derive(Properties, PartialEq)]
struct PerturbingProps {
    words: WordsWithFigures,
}

#[component]
fn Perturbing(props: &PerturbingProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 1);
    let (setting, _) = play.now();
    let sent = use_memo(play.now(), |&(setting, draw)| setting.sent(draw));
    let caption = (*sent)
        .as_deref()
        .map(|sent| caption(words, setting, sent))
        .unwrap_or_default();
    let hours = words.fill("hours", &[("number", Figure::Number(setting.hours(), 1))]);
    let options = WAYS.map(|way| (way, words.say(way.name())));
    play.show_numbered(Playground {
        picture: html! {
            <>
                if let Some(sent) = &*sent {
                    { spread(words, sent, caption.clone()) }
                }
                { errors(words, setting) }
            </>
        },
        buttons: play.again(["send", "send"]),
        controls: html! {
            <>
                { play.choice(["way", "method"], options, setting.way, |setting, way| Setting { way, ..setting }) }
                { play.slider(["truth", "truth"], (0, CELLS - 1), (setting.cell, hours), |setting, cell| Setting { cell, ..setting }) }
                { play.epsilon(EPSILON, setting.tenths, |setting, tenths| Setting { tenths, ..setting }) }
            </>
        },
        spoken: caption,
    })
}

fn caption(words: &WordsWithFigures, setting: Setting, sent: &[f64]) -> String {
    let outside = sent
        .iter()
        .filter(|&&hours| !(0.0..=HOURS).contains(&hours))
        .count();
    words.fill(
        "caption",
        &[
            ("truth", Figure::Number(setting.hours(), 1)),
            ("mean", Figure::Number(mean(sent), 2)),
            ("outside", Figure::Whole(outside as u64)),
        ],
    )
}

/// The numbers sent, in columns.
fn spread(words: &WordsWithFigures, sent: &[f64], caption: String) -> Html {
    let middle = HOURS / 2.0;
    let far = sent
        .iter()
        .map(|hours| (hours - middle).abs())
        .fold(middle, f64::max);
    let width = 2.0 * far / f64::from(COLUMNS);
    let columns: Vec<(f64, u32)> = (0..COLUMNS)
        .map(|column| {
            let start = middle - far + f64::from(column) * width;
            let end = start + width;
            let is_last = column + 1 == COLUMNS;
            let inside = |hours: &&f64| start <= **hours && (**hours < end || is_last);
            let count = sent.iter().filter(inside).count();
            (start, u32::try_from(count).unwrap_or(0))
        })
        .collect();
    let share = |count: u32| f64::from(count) / f64::from(PEOPLE);
    let bins: Vec<Bin> = columns
        .iter()
        .map(|&(_, count)| Bin {
            share: share(count),
            interval: (share(count), share(count)),
        })
        .collect();
    let scale = Scale::holding(bins.iter().map(|bin| bin.share));
    let hours = |number: f64| words.fill("hours", &[("number", Figure::Number(number, 1))]);
    let picture = histogram(&bins, scale, [hours(middle - far), hours(middle + far)]);
    let rows = columns
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|&(start, count)| TableRow {
            id: format!("{start:.2}"),
            title: words.fill(
                "range",
                &[
                    ("from", Figure::Number(start, 1)),
                    ("to", Figure::Number(start + width, 1)),
                ],
            ),
            figures: Ok(vec![words.messages().whole(count.into())]),
        });
    let head = ["table-range", "table-people"]
        .map(|key| words.say(key))
        .to_vec();
    let table = table(&words.say("table-summary"), head, rows, None);
    figure(words.say("picture"), picture, caption, table)
}

/// The error of the mean against ε, a curve for each way.
fn errors(words: &WordsWithFigures, setting: Setting) -> Html {
    let ends = (f64::from(EPSILON.0) / 10.0, f64::from(EPSILON.1) / 10.0);
    let drawn = WAYS.map(|way| Curve {
        class: way.class(),
        points: (EPSILON.0..=EPSILON.1)
            .map(|tenths| f64::from(tenths) / 10.0)
            .map(|epsilon| (epsilon, way.error(epsilon)))
            .collect(),
    });
    let number = |number: f64| words.messages().number(number, 1);
    let picture = curves(
        &drawn,
        (Scale::between(ends.0, ends.1), Scale::between(0.0, 1.0)),
        setting.epsilon(),
        [format!("ε = {}", number(ends.0)), number(ends.1)],
    );
    let keys = WAYS.map(|way| Key {
        class: None,
        drawing: html! { <path class={classes!("curve", way.class())} d="M0 8L28 8"/> },
        text: words.say(way.name()),
    });
    let picture = html! { <>{ legend(keys) }{ picture }</> };
    let rows = WAYS.map(|way| TableRow {
        id: way.name().to_owned(),
        title: words.say(way.name()),
        figures: Ok(vec![
            words.messages().number(way.error(setting.epsilon()), 2),
        ]),
    });
    let head = ["table-way", "table-error"]
        .map(|key| words.say(key))
        .to_vec();
    let table = table(&words.say("table-summary"), head, rows, None);
    let best = WAYS.into_iter().min_by(|a, b| {
        a.error(setting.epsilon())
            .total_cmp(&b.error(setting.epsilon()))
    });
    let caption = words.fill_texts(
        "errors-caption",
        &[
            ("epsilon", &number(setting.epsilon())),
            ("best", &words.say(best.map_or("hybrid", Way::name))),
            (
                "error",
                &words
                    .messages()
                    .number(best.map_or(0.0, |way| way.error(setting.epsilon())), 2),
            ),
        ],
    );
    figure(words.say("errors"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wang and others 2019: worst variances at ε = 1 and 4, of numbers from −1 to 1.
    #[test]
    fn the_errors_are_the_published_ones() {
        for (way, epsilon, worst) in [
            (Way::Laplace, 1.0, 8.0),
            (Way::Duchi, 1.0, 4.6827),
            (Way::Piecewise, 1.0, 5.2236),
            (Way::Hybrid, 1.0, 4.2890),
            (Way::Laplace, 4.0, 0.5),
            (Way::Duchi, 4.0, 1.0760),
            (Way::Piecewise, 4.0, 0.2414),
            (Way::Hybrid, 4.0, 0.2190),
        ] {
            let error = (worst / 1_000.0_f64).sqrt() * 5.0;
            assert!(
                (way.error(epsilon) - error).abs() < 1e-4,
                "{way:?} {epsilon}"
            );
        }
    }

    /// What is seen first is within one standard error of the truth: √(8/1,000)·5 hours of Laplace noise at ε = 1, and by the
    /// other ways at most their worst one but for how the people of the draw vary.
    #[test]
    fn the_first_draws_are_typical() {
        let laplace = (8.0 / 1_000.0_f64).sqrt() * 5.0;
        for way in WAYS {
            for cell in [0, 6, 20] {
                let setting = Setting { way, cell, ..FIRST };
                let error = if way == Way::Laplace {
                    laplace
                } else {
                    way.error(1.0)
                };
                for draw in [1, 2] {
                    let off = mean(&setting.sent(draw).unwrap()) - setting.hours();
                    assert!(off.abs() <= 1.1 * error, "{way:?} {cell} {draw}: {off}");
                }
            }
        }
    }

    /// All are right on average: within six standard errors, a chance of 2e-9 each.
    #[test]
    fn what_is_sent_is_right_on_average() {
        for way in WAYS {
            for cell in [0, 6, 20] {
                let setting = Setting {
                    way,
                    cell,
                    tenths: 20,
                };
                let sent = setting.sent(5).unwrap();
                assert_eq!(sent.len(), PEOPLE as usize);
                let off = (mean(&sent) - setting.hours()).abs();
                assert!(off < 6.0 * way.error(2.0), "{way:?} {cell}: {off}");
            }
        }
    }
}
