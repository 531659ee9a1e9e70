//! What imagined people send, and what it says about all of them; drawn again as the slider moves.

use yew::prelude::*;

use crate::{
    crowd::{Crowd, Settings, drawn},
    parts::{ShareBar, Slider, after, bar, figure, interval, share_bars, slider},
    words::{Figure, WordsWithFigures},
};

/// How many people are there first.
pub(super) const FIRST_PEOPLE: u32 = 1_000;

/// The positions of the slider.
const PEOPLE: [u32; 13] = [
    10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000,
];

/// Of 100 imagined people, those whose true answer is "yes".
const YES_OF_HUNDRED: u32 = 62;

/// Half an interval wider than this says nothing that anybody would not have guessed.
const WIDEST_MARGIN: f64 = 0.25;

#[derive(Properties, PartialEq)]
pub(super) struct CrowdPictureProps {
    pub(super) words: WordsWithFigures,
}

#[component]
pub(super) fn CrowdPicture(props: &CrowdPictureProps) -> Html {
    let words = &props.words;
    let people = use_state_eq(|| FIRST_PEOPLE);
    let draw = use_state_eq(|| 1_u32);
    let outcome = use_memo((*people, *draw), |&(people, draw)| outcome(people, draw));
    let position = PEOPLE.iter().position(|one| one == &*people).unwrap_or(0);
    let control = Slider {
        id: "door-people",
        label: words.say("door-people"),
        ends: (0, LAST),
        step: 1,
        value: u32::try_from(position).unwrap_or(0),
        figure: words.messages().whole((*people).into()),
    };
    let change = {
        let people = people.setter();
        Callback::from(move |position: u32| {
            people.set(PEOPLE[position.min(LAST) as usize]);
        })
    };
    let again = {
        let draw = draw.clone();
        Callback::from(move |_: MouseEvent| draw.set(after(*draw)))
    };
    html! {
        <div id="door-crowd" class="stack">
            <div class="controls">{ slider(control, &change) }</div>
            if let Some(outcome) = *outcome {
                { picture(words, outcome) }
            }
            <p class="buttons">
                <button id="door-again" type="button" class="quiet" onclick={again}>{ words.say("door-again") }</button>
            </p>
            <p class="note">{ words.say("door-typical") }</p>
        </div>
    }
}

/// The last position of the slider.
#[expect(clippy::cast_possible_truncation, reason = "a dozen")]
const LAST: u32 = PEOPLE.len() as u32 - 1;

/// What a crowd has said.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Outcome {
    people: u32,
    truth: f64,
    said_yes: u32,
    /// How many of them say "yes" by coins alone, on average.
    by_coins: f64,
    sent: f64,
    estimate: f64,
    interval: (f64, f64),
    /// How many standard errors the estimate is off the truth.
    off: f64,
}

impl Outcome {
    fn margin(self) -> f64 {
        (self.interval.1 - self.interval.0) / 2.0
    }

    fn is_too_few(self) -> bool {
        self.margin() > WIDEST_MARGIN
    }
}

/// So many people answer; the same number of a draw gives the same coins on every device.
fn outcome(people: u32, draw: u32) -> Option<Outcome> {
    let settings = Settings {
        crowd: Crowd::of_percent(people, YES_OF_HUNDRED),
        truth_chance: 50,
    };
    let survey = settings.survey()?;
    let standard_error = survey.standard_error()? / f64::from(people);
    let truth = settings.crowd.share();
    let heard = |seed: u64| {
        let said_yes = survey.ask(seed);
        let estimate = survey.estimate(said_yes)?;
        Some(Outcome {
            people,
            truth,
            said_yes,
            by_coins: survey.false_yes(),
            sent: f64::from(said_yes) / f64::from(people),
            estimate: estimate.share,
            interval: estimate.interval,
            off: (estimate.share - truth) / standard_error,
        })
    };
    drawn(draw, heard, |outcome| outcome.off)
}

fn picture(words: &WordsWithFigures, outcome: Outcome) -> Html {
    let percent = |share: f64| words.messages().percent(share, 0);
    let row = |id: &str, marks, words: String| ShareBar {
        id: id.to_owned(),
        title: String::new(),
        marks,
        words,
    };
    let estimate = if outcome.is_too_few() {
        row(
            "door-estimate",
            vec![interval(outcome.interval)],
            words.say("door-too-few-short"),
        )
    } else {
        row(
            "door-estimate",
            vec![
                bar("bar-estimate", outcome.estimate),
                interval(outcome.interval),
            ],
            percent(outcome.estimate),
        )
    };
    let rows = [
        row(
            "door-copies",
            vec![bar("bar-reported", outcome.sent)],
            percent(outcome.sent),
        ),
        estimate,
        row(
            "door-truth",
            vec![bar("bar-truth", outcome.truth)],
            percent(outcome.truth),
        ),
    ];
    let rows = rows.map(|row| ShareBar {
        title: words.say(&row.id),
        ..row
    });
    let head = ["door-table-what", "door-table-share"].map(|key| words.say(key));
    let [drawing, table] = share_bars(rows.into(), &words.say("table-summary"), &head);
    let key = if outcome.is_too_few() {
        "door-caption-few"
    } else {
        "door-caption"
    };
    let (low, high) = outcome.interval;
    let left = f64::from(outcome.said_yes) - outcome.by_coins;
    let caption = words.fill(
        key,
        &[
            ("people", Figure::Whole(outcome.people.into())),
            ("sent", Figure::Share(outcome.sent, 0)),
            ("said", Figure::Whole(outcome.said_yes.into())),
            ("by-coins", number_of_people(outcome.by_coins)),
            ("left", number_of_people(left)),
            ("doubled", number_of_people(2.0 * left)),
            ("estimate", Figure::Share(outcome.estimate, 0)),
            ("low", Figure::Share(low.max(0.0), 0)),
            ("high", Figure::Share(high.min(1.0), 0)),
            ("truth", Figure::Share(outcome.truth, 0)),
        ],
    );
    figure(words.say("door-picture"), drawing, caption, table)
}

/// A number of people on average: with a decimal, unless it is whole.
fn number_of_people(number: f64) -> Figure {
    let is_whole = (number - number.round()).abs() < 1e-9;
    Figure::Number(number, u8::from(!is_whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever follows the sentence gets the figure: those who said "yes", less a quarter of all, doubled, are the
    /// estimate as they stand there, to the last decimal that is shown.
    #[test]
    fn the_sum_in_words_comes_out() {
        for people in PEOPLE {
            for draw in 1..20 {
                let outcome = outcome(people, draw).unwrap();
                let quarter = f64::from(people) / 4.0;
                assert!((outcome.by_coins - quarter).abs() < 1e-9, "{people}");
                // A quarter of these numbers of people has one decimal at most.
                assert!((quarter * 10.0 - (quarter * 10.0).round()).abs() < 1e-9);
                let doubled = 2.0 * (f64::from(outcome.said_yes) - quarter);
                assert!((doubled / f64::from(people) - outcome.estimate).abs() < 1e-9);
            }
        }
    }

    /// What is seen first, and after the first press, is within one standard error of the truth, √(n·3/16)·2/n.
    #[test]
    fn the_first_crowds_are_typical() {
        for people in PEOPLE {
            let error = 2.0 * (f64::from(people) * 3.0 / 16.0).sqrt() / f64::from(people);
            for draw in [1, 2] {
                let outcome = outcome(people, draw).unwrap();
                let off = (outcome.estimate - outcome.truth) / error;
                assert!(off.abs() <= 1.0 + 1e-9, "{people} {draw}: {off}");
            }
        }
    }

    #[test]
    fn ten_people_are_too_few_and_a_thousand_are_not() {
        assert!(PEOPLE.contains(&FIRST_PEOPLE));
        for draw in 1..50 {
            assert!(outcome(10, draw).unwrap().is_too_few(), "{draw}");
            assert!(!outcome(FIRST_PEOPLE, draw).unwrap().is_too_few(), "{draw}");
        }
    }

    /// The standard error of 100,000 people is 0.0027: an estimate six of them away has a chance of 2e-9.
    #[test]
    fn many_people_are_heard() {
        let outcome = outcome(100_000, 1).unwrap();
        assert!((outcome.truth - 0.62).abs() < 1e-12);
        assert!(
            (outcome.estimate - outcome.truth).abs() < 6.0 * 0.0028,
            "{outcome:?}"
        );
        // The copies alone mislead: 0.62·¾ + 0.38·¼.
        assert!((outcome.sent - 0.56).abs() < 0.01);
        assert_ne!(super::outcome(1_000, 1), super::outcome(1_000, 2));
    }
}
