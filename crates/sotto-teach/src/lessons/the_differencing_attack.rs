//! The differencing attack: two harmless counts, and what their difference tells about one.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{Epsilon, central::CentralCounts};
use yew::prelude::*;

use crate::{
    crowd::drawn,
    lesson::Lesson,
    parts::{Playground, ShareBar, bar, figure, share_bars, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "the-differencing-attack",
    play: |words| html! { <Differencing words={words.clone()}/> },
    figures,
    right: 2,
    minutes: 10,
    after: &["names-are-not-enough"],
    source: "https://doi.org/10.1145/320064.320069",
};

/// The pupils of a class, and how many get extra help: of all, and of all but the one who was born on 3 May.
const PUPILS: u32 = 24;
const OF_ALL: u64 = 7;
const OF_OTHERS: u64 = 6;

/// ε of each answer in tenths.
const EPSILON: (u32, u32) = (2, 30);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    is_noisy: bool,
    tenths: u32,
}

/// What was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answers {
    all: i32,
    others: i32,
}

impl Answers {
    const fn difference(self) -> i32 {
        self.all - self.others
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a class")]
const TRUE: Answers = Answers {
    all: OF_ALL as i32,
    others: OF_OTHERS as i32,
};

impl Setting {
    fn mechanism(self) -> Option<CentralCounts> {
        let epsilon = Epsilon::from_micros(self.tenths * 100_000).ok()?;
        CentralCounts::histogram(&epsilon).ok()
    }

    /// The standard deviation of the noise of the difference of two answers.
    fn noise_of_difference(self) -> Option<f64> {
        Some(self.mechanism()?.standard_deviation() * 2_f64.sqrt())
    }

    /// How often somebody is right who takes a difference above 0 for help, and any other for none: (1 + c)/2, where c is the
    /// chance that both answers get the same noise, ((1 − z)/(1 + z))²·(1 + z²)/(1 − z²) with z = e^−ε.
    fn right(self) -> f64 {
        let z = (-f64::from(self.tenths) / 10.0).exp();
        let same = ((1.0 - z) / (1.0 + z)).powi(2) * (1.0 + z * z) / (1.0 - z * z);
        f64::midpoint(1.0, same)
    }

    fn ask(self, seed: u64) -> Option<Answers> {
        let mut chance = ChaCha20Rng::seed_from_u64(seed);
        let answers = self.mechanism()?.publish(&[OF_ALL, OF_OTHERS], &mut chance);
        match answers.as_slice() {
            &[all, others] => Some(Answers {
                all: i32::try_from(all).ok()?,
                others: i32::try_from(others).ok()?,
            }),
            _ => None,
        }
    }

    /// What is answered in that draw; nothing before the first.
    fn answers(self, draw: u32) -> Option<Answers> {
        match (draw, self.is_noisy) {
            (0, _) => None,
            (_, false) => Some(TRUE),
            (_, true) => {
                let one = self.mechanism()?.standard_deviation();
                let both = self.noise_of_difference()?;
                let off = |answers: &Answers| {
                    [
                        f64::from(answers.all - TRUE.all) / one,
                        f64::from(answers.others - TRUE.others) / one,
                        f64::from(answers.difference() - TRUE.difference()) / both,
                    ]
                    .into_iter()
                    .fold(0.0, |most: f64, off| most.max(off.abs()))
                };
                drawn(draw, |seed| self.ask(seed), off)
            }
        }
    }
}

const FIRST: Setting = Setting {
    is_noisy: false,
    tenths: 10,
};

fn figures() -> Figures {
    let figures = || {
        let most = 1_f64.exp() / (1.0 + 1_f64.exp());
        Some(vec![
            ("pupils", Figure::Whole(PUPILS.into())),
            ("others", Figure::Whole(u64::from(PUPILS - 1))),
            ("all-count", Figure::Whole(OF_ALL)),
            ("others-count", Figure::Whole(OF_OTHERS)),
            ("right-at-one", Figure::Share(FIRST.right(), 0)),
            ("most-at-one", Figure::Share(most, 0)),
            (
                "noise-at-one",
                Figure::Number(FIRST.noise_of_difference()?, 1),
            ),
        ])
    };
    figures().unwrap_or_default()
}

#[derive(Properties, PartialEq)]
struct DifferencingProps {
    words: WordsWithFigures,
}

#[component]
fn Differencing(props: &DifferencingProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 0);
    let (setting, _) = play.now();
    let answers = use_memo(play.now(), |&(setting, draw)| setting.answers(draw));
    let caption = caption(words, setting, *answers);
    let ways = [(false, "exact"), (true, "noisy")];
    let ways = ways.map(|(is_noisy, key)| (is_noisy, words.say(key)));
    play.show_numbered(Playground {
        picture: picture(words, *answers, caption.clone()),
        buttons: play.again(["ask", "ask"]),
        controls: html! {
            <>
                { play.choice(["way", "way-answered"], ways, setting.is_noisy, |setting, is_noisy| Setting { is_noisy, ..setting }) }
                if setting.is_noisy {
                    { play.epsilon(EPSILON, setting.tenths, |setting, tenths| Setting { tenths, ..setting }) }
                }
            </>
        },
        spoken: caption,
    })
}

fn caption(words: &WordsWithFigures, setting: Setting, answers: Option<Answers>) -> String {
    let Some(answers) = answers else {
        return words.say("not-asked");
    };
    let key = if setting.is_noisy {
        "caption-noisy"
    } else {
        "caption-exact"
    };
    let whole = |number: i32| Figure::Number(f64::from(number), 0);
    words.fill(
        key,
        &[
            ("all", whole(answers.all)),
            ("rest", whole(answers.others)),
            ("difference", whole(answers.difference())),
            (
                "noise",
                Figure::Number(setting.noise_of_difference().unwrap_or(f64::NAN), 1),
            ),
            ("right", Figure::Share(setting.right(), 0)),
        ],
    )
}

/// Both answers and their difference, out of the class.
fn picture(words: &WordsWithFigures, answers: Option<Answers>, caption: String) -> Html {
    let rows = [
        (
            "row-all",
            "bar-reported",
            answers.map(|answers| answers.all),
        ),
        (
            "row-others",
            "bar-reported",
            answers.map(|answers| answers.others),
        ),
        (
            "row-difference",
            "bar-estimate",
            answers.map(Answers::difference),
        ),
    ];
    let rows = rows.map(|(id, class, count)| ShareBar {
        id: id.to_owned(),
        title: words.say(id),
        marks: count
            .map(|count| bar(class, f64::from(count) / f64::from(PUPILS)))
            .into_iter()
            .collect(),
        words: count.map_or_else(
            || "–".to_owned(),
            |count| words.messages().number(f64::from(count), 0),
        ),
    });
    let head = ["table-what", "table-count"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows.into(), &words.say("table-summary"), &head);
    figure(words.say("picture"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the sum over all pairs of noises from −200 to 200: right where help is given and noises differ by no less than
    /// nothing, or where it is not and they differ by no more.
    #[test]
    fn the_guess_is_right_as_often_as_noise_lets_it() {
        for tenths in [2, 10, 30] {
            let setting = Setting {
                is_noisy: true,
                tenths,
            };
            let z = (-f64::from(tenths) / 10.0).exp();
            let mass = |noise: i32| (1.0 - z) / (1.0 + z) * z.powi(noise.abs());
            let mut right = 0.0;
            let mut squares = 0.0;
            for one in -200..=200 {
                for other in -200..=200 {
                    let chance = mass(one) * mass(other);
                    let guesses_help = |helped: i32| helped + one - other > 0;
                    right += chance * f64::from(u8::from(guesses_help(1))) / 2.0;
                    right += chance * f64::from(u8::from(!guesses_help(0))) / 2.0;
                    squares += chance * f64::from(one - other).powi(2);
                }
            }
            assert!((setting.right() - right).abs() < 1e-9, "{tenths}: {right}");
            let noise = setting.noise_of_difference().unwrap();
            assert!((noise / squares.sqrt() - 1.0).abs() < 1e-9, "{tenths}");
        }
        assert!((FIRST.right() - 0.640_2).abs() < 1e-3, "{}", FIRST.right());
    }

    /// The same by 2,000 pairs of answers at ε = 1: six standard errors of 0.0107, a chance of 2e-9; the noise is fixed.
    #[test]
    fn answers_are_guessed_as_often() {
        let setting = Setting {
            is_noisy: true,
            ..FIRST
        };
        let found = (1..=2_000).filter(|&seed| setting.ask(seed).unwrap().difference() > 0);
        let share = f64::from(u32::try_from(found.count()).unwrap()) / 2_000.0;
        assert!((share - setting.right()).abs() < 0.064, "{share}");
    }

    #[test]
    fn exact_answers_tell_of_one() {
        assert_eq!(FIRST.answers(0), None);
        assert_eq!(FIRST.answers(1).unwrap().difference(), 1);
        assert_eq!(FIRST.answers(9), Some(TRUE));
    }

    /// Each of the three figures of the first draws lies within its own standard deviation.
    #[test]
    fn the_first_draws_are_typical() {
        for tenths in EPSILON.0..=EPSILON.1 {
            let setting = Setting {
                is_noisy: true,
                tenths,
            };
            let z = (-f64::from(tenths) / 10.0).exp();
            let deviation = (2.0 * z).sqrt() / (1.0 - z);
            for draw in [1, 2] {
                let answers = setting.answers(draw).unwrap();
                for (found, truth, times) in [
                    (answers.all, 7, 1.0),
                    (answers.others, 6, 1.0),
                    (answers.all - answers.others, 1, 2_f64.sqrt()),
                ] {
                    let off = f64::from(found - truth);
                    assert!(
                        off.abs() <= deviation * times,
                        "{tenths} {draw}: {answers:?}"
                    );
                }
            }
        }
    }
}
