//! How to spoil it: reports that follow no mechanism, and how much each of them weighs.

use sotto_ldp::{
    Confidence, Epsilon, FrequencyOracle, SupportProbabilities,
    planning::{Planner, manipulation},
    randomizers::DirectEncoding,
};
use yew::prelude::*;

use crate::{
    lesson::Lesson,
    parts::{Playground, ShareBar, bar, figure, interval, share_bars, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "how-to-spoil-it",
    play: |words| html! { <Spoiling words={words.clone()}/> },
    figures,
    right: 3,
    minutes: 10,
    after: &["hearing-the-crowd"],
    source: "https://arxiv.org/abs/1909.09630",
};

/// How many people answer honestly, and those of them whose true answer is "yes".
const HONEST: u32 = 1_000;
const YES: u32 = 200;

/// How many fakes there may be.
const FAKES: (u32, u32) = (0, 300);

/// How many fakes a press adds.
const GANG: u32 = 30;

/// ε in tenths.
const EPSILON: (u32, u32) = (1, 50);

/// Who answers, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Survey {
    fakes: u32,
    tenths: u32,
}

impl Survey {
    fn mechanism(self) -> Option<DirectEncoding> {
        let epsilon = Epsilon::from_micros(self.tenths * 100_000).ok()?;
        DirectEncoding::new(&epsilon, 2).ok()
    }

    fn support(self) -> Option<SupportProbabilities> {
        Some(self.mechanism()?.support_probabilities())
    }

    /// How many honest people with a true "yes" a fake counts as.
    fn weight(self) -> Option<f64> {
        manipulation::weight(self.support()?).ok()
    }

    /// Half of the interval of so many copies.
    fn margin_of(self, copies: u32) -> Option<f64> {
        let planner = Planner::new(self.support()?, Confidence::default()).ok()?;
        planner.margin(copies.into()).ok()
    }

    /// Half of the interval without fakes.
    fn margin(self) -> Option<f64> {
        self.margin_of(HONEST)
    }

    /// How many fakes beside the honest move the estimate by its own margin, if so many can be.
    fn unseen(self) -> Option<u64> {
        let margin = self.margin()?.min(1.0);
        manipulation::planted_to_move(self.support()?, HONEST.into(), truth(), margin).ok()?
    }

    /// What is found on average when the fakes all send "yes": chance evens out, the fakes do not. A single draw could
    /// lie on either side of the truth and hide which way they move it.
    fn expected(self) -> Option<f64> {
        let fakes = f64::from(self.fakes);
        let found = f64::from(YES) + self.weight()? * fakes;
        Some(found / (f64::from(HONEST) + fakes))
    }

    /// The same fakes where everybody is asked directly.
    fn asked_directly(self) -> f64 {
        f64::from(YES + self.fakes) / f64::from(HONEST + self.fakes)
    }
}

/// The share of "yes" among the honest.
fn truth() -> f64 {
    f64::from(YES) / f64::from(HONEST)
}

const FIRST: Survey = Survey {
    fakes: 0,
    tenths: 10,
};

fn figures() -> Figures {
    let figures = || {
        let half = Survey { tenths: 5, ..FIRST };
        let large = Survey {
            tenths: 30,
            ..FIRST
        };
        Some(vec![
            ("honest", Figure::Whole(HONEST.into())),
            ("honest-yes", Figure::Whole(YES.into())),
            ("true-share", Figure::Share(truth(), 0)),
            ("weight", Figure::Number(FIRST.weight()?, 2)),
            ("half-weight", Figure::Number(half.weight()?, 2)),
            ("large-weight", Figure::Number(large.weight()?, 2)),
            ("margin", Figure::Number(FIRST.margin()? * 100.0, 1)),
            ("unseen", Figure::Whole(FIRST.unseen()?)),
            ("gang", Figure::Whole(GANG.into())),
            (
                "gang-weight",
                Figure::Number(FIRST.weight()? * f64::from(GANG), 0),
            ),
        ])
    };
    figures().unwrap_or_default()
}

#[derive(Properties, PartialEq)]
struct SpoilingProps {
    words: WordsWithFigures,
}

#[component]
fn Spoiling(props: &SpoilingProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 0);
    let (survey, _) = play.now();
    let caption = caption(words, survey).unwrap_or_default();
    let fakes = words.messages().whole(survey.fakes.into());
    play.show(Playground {
        picture: picture(words, survey, caption.clone()),
        buttons: play.button("add", true, |survey| Survey {
            fakes: (survey.fakes + GANG).min(FAKES.1),
            ..survey
        }),
        controls: html! {
            <>
                { play.slider_by(5, ["fakes", "fakes"], FAKES, (survey.fakes, fakes), |survey, fakes| Survey { fakes, ..survey }) }
                { play.epsilon(EPSILON, survey.tenths, |survey, tenths| Survey { tenths, ..survey }) }
            </>
        },
        spoken: caption,
    })
}

fn caption(words: &WordsWithFigures, survey: Survey) -> Option<String> {
    let weight = survey.weight()?;
    Some(words.fill(
        "caption",
        &[
            ("planted", Figure::Whole(survey.fakes.into())),
            ("weight", Figure::Number(weight, 2)),
            ("all", Figure::Number(weight * f64::from(survey.fakes), 0)),
            ("margin", Figure::Number(survey.margin()? * 100.0, 1)),
            ("unseen", Figure::Whole(survey.unseen()?)),
        ],
    ))
}

fn picture(words: &WordsWithFigures, survey: Survey, caption: String) -> Html {
    let all = HONEST + survey.fakes;
    let (Some(estimate), Some(margin)) = (survey.expected(), survey.margin_of(all)) else {
        return Html::default();
    };
    let truth = truth();
    let row = |id: &str, share: f64, marks| ShareBar {
        id: id.to_owned(),
        title: words.say(id),
        marks,
        words: match share - truth {
            off if off.abs() < 1e-9 => words.messages().percent(share, 1),
            off => words.fill(
                "moved",
                &[
                    ("share", Figure::Share(share, 1)),
                    ("points", Figure::Number(off * 100.0, 1)),
                ],
            ),
        },
    };
    let direct = survey.asked_directly();
    let rows = vec![
        row("row-truth", truth, vec![bar("bar-truth", truth)]),
        row("row-direct", direct, vec![bar("bar-reported", direct)]),
        row(
            "row-estimate",
            estimate,
            vec![
                bar("bar-estimate", estimate),
                interval((estimate - margin, estimate + margin)),
            ],
        ),
    ];
    let head = ["table-what", "table-figure"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows, &words.say("table-summary"), &head);
    figure(words.say("picture"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use sotto_ldp::{Counts, Intervals, estimate_with};

    use super::*;
    use crate::crowd::ask;

    /// (1 − q)/(p − q) with p = e/(e + 1), q = 1 − p: e/(e − 1) = 1.582 at ε = 1.
    #[test]
    fn a_fake_weighs_what_the_formula_says() {
        for tenths in [1_u32, 5, 10, 30] {
            let e = (f64::from(tenths) / 10.0).exp();
            let weight = Survey { fakes: 0, tenths }.weight().unwrap();
            assert!((weight - e / (e - 1.0)).abs() < 1e-6, "{tenths}");
        }
    }

    /// What is seen is the mean of what is drawn: 400 draws of the honest people's coins, with the fakes counted in as any
    /// other copy. The standard error of their mean is 1.5 points/√400; six of them have a chance of 2e-9, and the
    /// coins are fixed.
    #[test]
    fn the_estimate_is_that_of_the_copies_on_average() {
        for fakes in [0, 30, 300] {
            let survey = Survey { fakes, ..FIRST };
            let support = survey.support().unwrap();
            let draw = |number| {
                let honest =
                    ask(&survey.mechanism().unwrap(), &[YES, HONEST - YES], number).unwrap();
                let mut sums = honest.sums().to_vec();
                sums[0] += u64::from(fakes);
                let counts = Counts::new(honest.reports() + u64::from(fakes), sums).unwrap();
                estimate_with(&counts, support, Intervals::default()).unwrap()[0].share
            };
            let mean = (0..400).map(draw).sum::<f64>() / 400.0;
            let off = mean - survey.expected().unwrap();
            assert!(off.abs() < 6.0 * 0.035 / 20.0, "{fakes}: {off}");
        }
    }

    /// Every press moves the estimate further up from the truth, and further than the same fakes do where people are
    /// asked directly: by 1.582 instead of 1 for each of them.
    #[test]
    fn every_press_moves_the_estimate_away_from_the_truth() {
        for tenths in EPSILON.0..=EPSILON.1 {
            let mut last = truth();
            for fakes in (GANG..=FAKES.1).step_by(GANG as usize) {
                let survey = Survey { fakes, tenths };
                let found = survey.expected().unwrap();
                assert!(
                    found > last && found > survey.asked_directly(),
                    "{tenths} {fakes}"
                );
                last = found;
            }
        }
        // (200 + 30·1.58198)/1,030 = 24.02 %.
        let first = Survey {
            fakes: GANG,
            ..FIRST
        }
        .expected()
        .unwrap();
        assert!((first - 0.240_252).abs() < 1e-5, "{first}");
    }

    /// The fewest planted copies that move the mean estimate by its margin: 51, as (200 + 51·1.58198)/1,051 is 6.706
    /// points above 20 %, and with 50 it is 6.581.
    #[test]
    fn fifty_one_planted_copies_move_it_by_its_margin() {
        assert_eq!(FIRST.unseen(), Some(51));
        let moved = |fakes| Survey { fakes, ..FIRST }.expected().unwrap() - truth();
        let margin = FIRST.margin().unwrap();
        assert!(moved(50) < margin && moved(51) >= margin - 1e-9, "{margin}");
        for tenths in EPSILON.0..=EPSILON.1 {
            assert!(caption_has_all(Survey { tenths, ..FIRST }), "{tenths}");
        }
    }

    fn caption_has_all(survey: Survey) -> bool {
        survey
            .weight()
            .and(survey.margin())
            .and(survey.unseen())
            .is_some()
    }
}
