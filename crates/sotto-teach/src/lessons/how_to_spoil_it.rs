//! How to spoil it: reports that follow no mechanism, and how much each of them weighs.

use sotto_ldp::{
    Confidence, Counts, Epsilon, Estimate, FrequencyOracle, Intervals, SupportProbabilities,
    estimate_with,
    planning::{Planner, manipulation},
    randomizers::DirectEncoding,
};
use yew::prelude::*;

use crate::{
    crowd::ask,
    lesson::Lesson,
    parts::{
        ShareBar, Slider, announced, bar, figure, interval, share_bars, slider, use_announcement,
    },
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "how-to-spoil-it",
    play: |words| html! { <Spoiling words={words.clone()}/> },
    figures,
    right: 3,
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

    /// Half of the interval without fakes.
    fn margin(self) -> Option<f64> {
        let planner = Planner::new(self.support()?, Confidence::default()).ok()?;
        planner.margin(HONEST.into()).ok()
    }

    /// How many fakes move the estimate by its own margin.
    fn unseen(self) -> Option<u64> {
        manipulation::fakes_to_move(self.support()?, HONEST.into(), self.margin()?).ok()
    }

    /// What is found when the fakes all send "yes".
    fn estimate(self) -> Option<Estimate> {
        let honest = ask(&self.mechanism()?, &[YES, HONEST - YES], 1)?;
        let mut sums = honest.sums().to_vec();
        *sums.first_mut()? += u64::from(self.fakes);
        let counts = Counts::new(honest.reports() + u64::from(self.fakes), sums).ok()?;
        let estimates = estimate_with(&counts, self.support()?, Intervals::default()).ok()?;
        estimates.first().copied()
    }

    /// The same fakes where everybody is asked directly.
    fn asked_directly(self) -> f64 {
        f64::from(YES + self.fakes) / f64::from(HONEST + self.fakes)
    }
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
    let survey = use_state_eq(|| FIRST);
    let press = use_state_eq(|| 0_u32);
    let change = |change: fn(Survey, u32) -> Survey| {
        let survey = survey.clone();
        Callback::from(move |number| survey.set(change(*survey, number)))
    };
    let add = {
        let (survey, press) = (survey.clone(), press.clone());
        Callback::from(move |_: MouseEvent| {
            let fakes = (survey.fakes + GANG).min(FAKES.1);
            survey.set(Survey { fakes, ..*survey });
            press.set(*press + 1);
        })
    };
    let caption = caption(words, *survey).unwrap_or_default();
    let announcement = use_announcement(*press, *press > 0, &caption);
    let fakes = Slider {
        id: "fakes",
        label: words.say("fakes"),
        ends: FAKES,
        step: 5,
        value: survey.fakes,
        figure: words.messages().whole(survey.fakes.into()),
    };
    let epsilon = Slider {
        id: "epsilon",
        label: words.say("epsilon"),
        ends: EPSILON,
        step: 1,
        value: survey.tenths,
        figure: words.messages().number(f64::from(survey.tenths) / 10.0, 1),
    };
    let change_fakes = change(|survey, fakes| Survey { fakes, ..survey });
    let change_epsilon = change(|survey, tenths| Survey { tenths, ..survey });
    html! {
        <>
            <p class="buttons">
                <button id="add" type="button" onclick={add}>{ words.say("add") }</button>
            </p>
            <div class="controls">
                { slider(fakes, &change_fakes) }
                { slider(epsilon, &change_epsilon) }
            </div>
            { picture(words, *survey, caption) }
            { announced(announcement) }
            <p class="reading">{ words.say("reading") }</p>
        </>
    }
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
    let Some(estimate) = survey.estimate() else {
        return Html::default();
    };
    let truth = f64::from(YES) / f64::from(HONEST);
    let row = |id: &str, share: f64, marks| ShareBar {
        id: id.to_owned(),
        title: words.say(id),
        marks,
        words: words.messages().percent(share, 1),
    };
    let direct = survey.asked_directly();
    let rows = vec![
        row("row-truth", truth, vec![bar("bar-truth", truth)]),
        row("row-direct", direct, vec![bar("bar-reported", direct)]),
        row(
            "row-estimate",
            estimate.share,
            vec![
                bar("bar-estimate", estimate.share),
                interval(estimate.interval),
            ],
        ),
    ];
    let head = ["table-what", "table-figure"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows, &words.say("table-summary"), &head);
    figure(words.say("picture"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (1 − q)/(p − q) with p = e/(e + 1), q = 1 − p: e/(e − 1) = 1.582 at ε = 1.
    #[test]
    fn a_fake_weighs_what_the_formula_says() {
        for tenths in [1_u32, 5, 10, 30] {
            let e = (f64::from(tenths) / 10.0).exp();
            let weight = Survey { fakes: 0, tenths }.weight().unwrap();
            assert!((weight - e / (e - 1.0)).abs() < 1e-6, "{tenths}");
        }
    }

    #[test]
    fn fakes_move_the_estimate_by_their_weight() {
        let without = FIRST.estimate().unwrap().share;
        let with = Survey {
            fakes: 100,
            ..FIRST
        }
        .estimate()
        .unwrap()
        .share;
        // The same coins: (1000·x + 100·w)/1100.
        let expected = (1_000.0 * without + 100.0 * FIRST.weight().unwrap()) / 1_100.0;
        assert!((with - expected).abs() < 1e-9);
        let unseen = FIRST.unseen().unwrap();
        assert!((20..100).contains(&unseen), "{unseen}");
    }
}
