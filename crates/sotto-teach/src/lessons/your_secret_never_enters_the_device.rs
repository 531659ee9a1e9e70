//! Your secret never enters the device: the crosswise design, and what careless answers do to it.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Counts, Estimate, FrequencyOracle, Intervals, PrivacyLoss, Randomizer, estimate_with,
    randomizers::DirectEncoding,
};
use yew::prelude::*;

use crate::{
    crowd::drawn,
    lesson::Lesson,
    parts::{Playground, ShareBar, bar, choice, figure, interval, share_bars, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "your-secret-never-enters-the-device",
    play: |words| html! { <Crosswise words={words.clone()}/> },
    figures,
    right: 2,
    minutes: 15,
    after: &["two-coins"],
    source: "https://doi.org/10.1007/s00184-007-0131-x",
};

/// How many people answer.
const PEOPLE: u32 = 2_000;

/// Of 100 people, those whose secret is "yes", and those who answer anything.
const YES: (u32, u32) = (0, 50);
const CARELESS: (u32, u32) = (0, 60);

/// A crowd that says whether two answers are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Crowd {
    yes_of_hundred: u32,
    careless_of_hundred: u32,
}

/// "Different" is said by three quarters of those with the secret and by a quarter of the others, because a quarter of
/// all have their birthday from January to March: ln 3.
fn mechanism() -> Option<DirectEncoding> {
    DirectEncoding::new(&"ln 3".parse().ok()?, 2).ok()
}

impl Crowd {
    /// What so many "different" tell when everybody is believed to answer with care.
    fn estimate(self, draw: u64) -> Option<Estimate> {
        let mechanism = mechanism()?;
        let mut chance = ChaCha20Rng::seed_from_u64(draw);
        let yes = PEOPLE * self.yes_of_hundred / 100;
        let careless = PEOPLE * self.careless_of_hundred / 100;
        // Careless people are spread evenly over all: every so manieth answers as a coin falls.
        let is_careless = |person: u32| {
            let before = u64::from(person) * u64::from(careless) / u64::from(PEOPLE);
            let after = u64::from(person + 1) * u64::from(careless) / u64::from(PEOPLE);
            after > before
        };
        let mut different = 0_u64;
        for person in 0..PEOPLE {
            let said = mechanism
                .randomize(u32::from(person >= yes), &mut chance)
                .ok()?;
            let by_chance = rand::Rng::next_u32(&mut chance) % 2 == 0;
            let says_different = if is_careless(person) {
                by_chance
            } else {
                said == 0
            };
            different += u64::from(says_different);
        }
        let counts = Counts::new(
            PEOPLE.into(),
            vec![different, u64::from(PEOPLE) - different],
        )
        .ok()?;
        let support = mechanism.support_probabilities();
        let estimates = estimate_with(&counts, support, Intervals::default()).ok()?;
        estimates.first().copied()
    }

    /// What is estimated on average: the careless are halved between both answers, and pull towards one half.
    fn expected(self) -> f64 {
        let careless = f64::from(self.careless_of_hundred) / 100.0;
        let truth = f64::from(self.yes_of_hundred) / 100.0;
        truth * (1.0 - careless) + careless / 2.0
    }

    /// The standard error of the estimate: of each careful person "different" has a variance of ¾·¼, of each careless one
    /// ½·½, and the estimate is twice the share of "different" less ½.
    fn standard_error(self) -> f64 {
        let careless = f64::from(self.careless_of_hundred) / 100.0;
        let variance = 0.1875 * (1.0 - careless) + 0.25 * careless;
        2.0 * (variance / f64::from(PEOPLE)).sqrt()
    }

    /// That of the corrected estimate (E − A)/(1 − 2A), by its slopes in E and A.
    fn corrected_error(self) -> f64 {
        let careless = f64::from(self.careless_of_hundred) / 100.0;
        let slope = 1.0 / (1.0 - careless);
        let of_anchor = 1.0 - 2.0 * self.truth();
        slope
            * self
                .standard_error()
                .hypot(of_anchor * self.anchor().standard_error())
    }

    /// What is found with the chance of that number.
    fn found(self, draw: u32) -> Option<Found> {
        let ask = |seed: u64| {
            let estimate = self.estimate(2 * seed)?;
            let anchor = self.anchor().estimate(2 * seed + 1)?;
            Some(Found {
                estimate,
                corrected: corrected(estimate, anchor),
            })
        };
        let off = |found: &Found| {
            let estimate = (found.estimate.share - self.expected()) / self.standard_error();
            let corrected = found.corrected.map_or(0.0, |corrected| {
                (corrected - self.truth()) / self.corrected_error()
            });
            estimate.abs().max(corrected.abs())
        };
        drawn(draw, ask, off)
    }

    fn truth(self) -> f64 {
        f64::from(self.yes_of_hundred) / 100.0
    }

    /// The same people and their carelessness, asked what nobody has done.
    const fn anchor(self) -> Self {
        Self {
            yes_of_hundred: 0,
            ..self
        }
    }
}

/// What a crowd's answers tell.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Found {
    estimate: Estimate,
    /// Once the anchor question has told how many are careless.
    corrected: Option<f64>,
}

/// The estimate once an anchor question, which nobody can have a "yes" to, has told how many are careless: its own
/// estimate is half their share.
fn corrected(estimate: Estimate, anchor: Estimate) -> Option<f64> {
    let careless = 2.0 * anchor.share;
    (careless < 0.9).then(|| (estimate.share - careless / 2.0) / (1.0 - careless))
}

const FIRST: Crowd = Crowd {
    yes_of_hundred: 5,
    careless_of_hundred: 20,
};

fn figures() -> Figures {
    let figures = || {
        let support = mechanism()?.support_probabilities();
        Some(vec![
            ("people", Figure::Whole(PEOPLE.into())),
            ("if-yes", Figure::Share(support.of_truth(), 0)),
            ("if-no", Figure::Share(support.of_other(), 0)),
            (
                "epsilon",
                Figure::Number(PrivacyLoss::to_f64(mechanism()?.privacy_loss()), 2),
            ),
            ("true-share", Figure::Share(FIRST.truth(), 0)),
            ("pulled-share", Figure::Share(FIRST.expected(), 0)),
        ])
    };
    figures().unwrap_or_default()
}

/// What somebody would say: whether both answers are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct You {
    born_early: bool,
    secret: bool,
}

#[derive(Properties, PartialEq)]
struct CrosswiseProps {
    words: WordsWithFigures,
}

#[component]
fn Crosswise(props: &CrosswiseProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 0);
    let (crowd, _) = play.now();
    let you = use_state_eq(|| You {
        born_early: false,
        secret: false,
    });
    let found = use_memo(play.now(), |&(crowd, draw)| crowd.found(draw));
    let be = |name, value, change: fn(You, bool) -> You| {
        let you = you.clone();
        let choose = Callback::from(move |value| you.set(change(*you, value)));
        let options = [(true, words.say("yes")), (false, words.say("no"))];
        choice(name, words.say(name), options, value, &choose)
    };
    let said = if you.born_early == you.secret {
        "say-same"
    } else {
        "say-different"
    };
    let caption = found
        .map(|found| caption(words, crowd, found.estimate))
        .unwrap_or_default();
    play.show_numbered(Playground {
        picture: html! {
            <>
                if let Some(found) = *found {
                    { picture(words, crowd, found, caption.clone()) }
                }
            </>
        },
        buttons: play.again(["ask", "ask"]),
        controls: html! {
            <>
                { be("born", you.born_early, |you, born_early| You { born_early, ..you }) }
                { be("secret", you.secret, |you, secret| You { secret, ..you }) }
                <p id="you-say" class="outcome">{ words.say(said) }</p>
                { play.of_hundred(["true-yes", "true-yes"], YES, crowd.yes_of_hundred, |crowd, yes_of_hundred| Crowd {
                    yes_of_hundred,
                    ..crowd
                }) }
                { play.of_hundred(["careless", "careless"], CARELESS, crowd.careless_of_hundred, |crowd, careless_of_hundred| Crowd {
                    careless_of_hundred,
                    ..crowd
                }) }
            </>
        },
        spoken: [words.say(said), caption].join(" "),
    })
}

fn caption(words: &WordsWithFigures, crowd: Crowd, estimate: Estimate) -> String {
    let truth = crowd.truth() * f64::from(PEOPLE);
    let found = estimate.share.max(0.0) * f64::from(PEOPLE);
    words.fill(
        "caption",
        &[
            ("estimate", Figure::Share(estimate.share, 0)),
            ("truth", Figure::Share(crowd.truth(), 0)),
            ("expected", Figure::Share(crowd.expected(), 0)),
            ("extra", Figure::Number((found - truth).max(0.0), 0)),
        ],
    )
}

fn picture(
    words: &WordsWithFigures,
    crowd: Crowd,
    Found {
        estimate,
        corrected,
    }: Found,
    caption: String,
) -> Html {
    let row = |id: &str, share: f64, marks| ShareBar {
        id: id.to_owned(),
        title: words.say(id),
        marks,
        words: words.messages().percent(share, 0),
    };
    let mut rows = vec![
        row(
            "row-truth",
            crowd.truth(),
            vec![bar("bar-truth", crowd.truth())],
        ),
        row(
            "row-estimate",
            estimate.share,
            vec![
                bar("bar-estimate", estimate.share),
                interval(estimate.interval),
            ],
        ),
    ];
    if let Some(corrected) = corrected {
        rows.push(row(
            "row-corrected",
            corrected,
            vec![bar("bar-estimate", corrected)],
        ));
    }
    let head = ["table-what", "table-figure"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows, &words.say("table-summary"), &head);
    figure(words.say("picture"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A birthday with a chance of one quarter: three quarters and one quarter, ln 3.
    #[test]
    fn the_birthday_is_a_coin_of_one_quarter() {
        let support = mechanism().unwrap().support_probabilities();
        assert!((support.of_truth() - 0.75).abs() < 1e-9);
        assert!((support.of_other() - 0.25).abs() < 1e-9);
    }

    /// What is seen before and after the first press, in crowds of every carelessness: twenty in a hundred make 14 % of 5 %,
    /// and the corrected estimate is near the truth again. The estimate's standard error is that of 400 draws, within a fifth.
    #[test]
    fn the_first_draws_show_the_pull_and_its_correction() {
        for careless_of_hundred in [0, 20, 40] {
            let crowd = Crowd {
                careless_of_hundred,
                ..FIRST
            };
            let draws = (1_000..1_400).map(|draw| crowd.found(draw).unwrap());
            let [mut estimates, mut corrected] = [0.0, 0.0];
            for found in draws {
                estimates += (found.estimate.share - crowd.expected()).powi(2) / 400.0;
                corrected += (found.corrected.unwrap() - crowd.truth()).powi(2) / 400.0;
            }
            let ratio = [
                estimates.sqrt() / crowd.standard_error(),
                corrected.sqrt() / crowd.corrected_error(),
            ];
            assert!(
                ratio.iter().all(|ratio| (0.8..1.2).contains(ratio)),
                "{ratio:?}"
            );
            for draw in [0, 1] {
                let found = crowd.found(draw).unwrap();
                let off = found.estimate.share - crowd.expected();
                assert!(off.abs() <= crowd.standard_error(), "{draw}: {off}");
                let off = found.corrected.unwrap() - crowd.truth();
                assert!(off.abs() <= crowd.corrected_error(), "{draw}: {off}");
            }
        }
        // 5 % · 0.8 + 20 %/2.
        assert!((FIRST.expected() - 0.14).abs() < 1e-12);
        let first = FIRST.found(1).unwrap();
        assert!(
            first.estimate.share > 0.10 && first.corrected.unwrap() < 0.10,
            "{first:?}"
        );
    }

    /// Standard error of 2,000 people: at most 2·√(¼/2,000) = 0.0224; six of them are missed with a chance of 2e-9.
    #[test]
    fn careless_answers_pull_towards_one_half_and_an_anchor_takes_them_out() {
        for careless_of_hundred in [0, 20, 50] {
            let crowd = Crowd {
                careless_of_hundred,
                ..FIRST
            };
            let estimate = crowd.estimate(2).unwrap();
            assert!(
                (estimate.share - crowd.expected()).abs() < 6.0 * 0.0224,
                "{careless_of_hundred}"
            );
            let anchor = crowd.anchor().estimate(3).unwrap();
            let corrected = corrected(estimate, anchor).unwrap();
            // Both errors, and at most twice as large once divided by one half.
            assert!((corrected - crowd.truth()).abs() < 6.0 * 0.0224 * 2.0 * 1.5);
        }
        let half = Crowd {
            yes_of_hundred: 50,
            careless_of_hundred: 40,
        };
        assert!((half.expected() - 0.5).abs() < 1e-12);
    }
}
