//! Who pays for the noise: the same ε for everybody, and a small group that is heard less sharply.

use sotto_ldp::{
    Confidence, Epsilon, Estimate, FrequencyOracle, Intervals, estimate_with,
    intervals::Population, planning::Planner, randomizers::DirectEncoding,
};
use yew::prelude::*;

use crate::{
    crowd::{ask, drawn},
    lesson::Lesson,
    parts::{Playground, ShareBar, bar, figure, interval, share_bars, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "who-pays-for-the-noise",
    play: |words| html! { <Paying words={words.clone()}/> },
    figures,
    right: 2,
    minutes: 10,
    after: &["hearing-the-crowd"],
    source: "https://pair.withgoogle.com/explorables/private-and-fair/",
};

/// Of 100 people, those of the small group.
const SMALL: (u32, u32) = (1, 50);

/// How many people the whole survey has.
const PEOPLE: [u32; 7] = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000];

/// ε in tenths.
const EPSILON: (u32, u32) = (1, 50);

/// Of 100 people of the large and of the small group, those whose true answer is "yes".
const YES_OF_HUNDRED: [u32; 2] = [30, 60];

/// A survey of two groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Survey {
    people: u32,
    small_of_hundred: u32,
    tenths: u32,
}

/// What is found of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Group {
    people: u32,
    truth: f64,
    estimate: Estimate,
    /// Half of its interval.
    margin: f64,
}

impl Survey {
    fn mechanism(self) -> Option<DirectEncoding> {
        let epsilon = Epsilon::from_micros(self.tenths * 100_000).ok()?;
        DirectEncoding::new(&epsilon, 2).ok()
    }

    /// How many people the large and the small group have.
    fn sizes(self) -> [u32; 2] {
        let small = (self.people * self.small_of_hundred / 100).max(1);
        [self.people - small, small]
    }

    /// Plans for exactly the people who answer, of whom the intervals on the screen are: only the noise is chance.
    fn planner(self) -> Option<Planner> {
        let support = self.mechanism()?.support_probabilities();
        let planner = Planner::new(support, Confidence::default()).ok()?;
        Some(planner.with_population(Population::Fixed))
    }

    fn margins(self) -> Option<[f64; 2]> {
        let planner = self.planner()?;
        let [large, small] = self
            .sizes()
            .map(|people| planner.margin(people.into()).ok());
        Some([large?, small?])
    }

    /// Both groups as they are heard, with the coins of that number.
    fn groups(self, draw: u32) -> Option<[Group; 2]> {
        let mechanism = self.mechanism()?;
        let support = mechanism.support_probabilities();
        let margins = self.margins()?;
        let group = |place: usize| {
            let people = self.sizes()[place];
            let yes = (people * YES_OF_HUNDRED[place] + 50) / 100;
            let heard = |seed: u64| {
                let counts = ask(&mechanism, &[yes, people - yes], seed * 2 + place as u64)?;
                let estimates = estimate_with(&counts, support, Intervals::default()).ok()?;
                Some(Group {
                    people,
                    truth: f64::from(yes) / f64::from(people),
                    estimate: *estimates.first()?,
                    margin: margins[place],
                })
            };
            drawn(draw, heard, Group::off)
        };
        Some([group(0)?, group(1)?])
    }
}

impl Group {
    /// How many standard errors the estimate is off the truth.
    fn off(&self) -> f64 {
        (self.estimate.share - self.truth) / self.estimate.standard_error
    }
}

const FIRST: Survey = Survey {
    people: 1_000,
    small_of_hundred: 5,
    tenths: 10,
};

fn figures() -> Figures {
    let figures = || {
        let [large, small] = FIRST.margins()?;
        let [_, few] = FIRST.sizes();
        let planner = FIRST.planner()?;
        Some(vec![
            ("people", Figure::Whole(FIRST.people.into())),
            ("few", Figure::Whole(few.into())),
            ("large-margin", Figure::Number(large * 100.0, 1)),
            ("small-margin", Figure::Number(small * 100.0, 1)),
            ("times", Figure::Number(small / large, 1)),
            (
                "quarter-margin",
                Figure::Number(planner.margin(200).ok()? * 100.0, 1),
            ),
            ("ten-points", Figure::Whole(planner.respondents(0.1).ok()?)),
        ])
    };
    figures().unwrap_or_default()
}

#[derive(Properties, PartialEq)]
struct PayingProps {
    words: WordsWithFigures,
}

#[component]
fn Paying(props: &PayingProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 0);
    let (survey, _) = play.now();
    let groups = use_memo(play.now(), |&(survey, draw)| survey.groups(draw));
    let caption = groups
        .map(|groups| caption(words, groups))
        .unwrap_or_default();
    play.show_numbered(Playground {
        picture: groups.map(|groups| picture(words, groups, caption.clone())).unwrap_or_default(),
        buttons: play.again(["ask", "ask"]),
        controls: html! {
            <>
                { play.of_hundred(["small", "small-share"], SMALL, survey.small_of_hundred, |survey, small_of_hundred| Survey {
                    small_of_hundred,
                    ..survey
                }) }
                { play.one_of(["people", "people-asked"], &PEOPLE, survey.people, |survey, people| Survey { people, ..survey }) }
                { play.epsilon(EPSILON, survey.tenths, |survey, tenths| Survey { tenths, ..survey }) }
            </>
        },
        spoken: caption,
    })
}

fn caption(words: &WordsWithFigures, [large, small]: [Group; 2]) -> String {
    words.fill(
        "caption",
        &[
            ("large", Figure::Whole(large.people.into())),
            ("small", Figure::Whole(small.people.into())),
            ("large-margin", Figure::Number(large.margin * 100.0, 1)),
            ("small-margin", Figure::Number(small.margin * 100.0, 1)),
            ("times", Figure::Number(small.margin / large.margin, 1)),
        ],
    )
}

fn picture(words: &WordsWithFigures, groups: [Group; 2], caption: String) -> Html {
    let rows = ["group-large", "group-small"]
        .into_iter()
        .zip(groups)
        .map(|(id, group)| ShareBar {
            id: id.to_owned(),
            title: words.fill(id, &[("people", Figure::Whole(group.people.into()))]),
            marks: vec![
                bar("bar-estimate", group.estimate.share),
                interval(group.estimate.interval),
            ],
            words: words.fill(
                "group-figure",
                &[
                    ("estimate", Figure::Share(group.estimate.share, 0)),
                    ("low", Figure::Share(group.estimate.interval.0, 0)),
                    ("high", Figure::Share(group.estimate.interval.1, 0)),
                    ("truth", Figure::Share(group.truth, 0)),
                ],
            ),
        });
    let head = ["table-group", "table-figure"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows.collect(), &words.say("table-summary"), &head);
    figure(words.say("picture"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The margin falls with the square root of the group's size: 950 and 50 people, √19 = 4.36 times.
    #[test]
    fn the_small_group_pays_by_the_square_root_of_its_size() {
        let [large, small] = FIRST.margins().unwrap();
        assert_eq!(FIRST.sizes(), [950, 50]);
        assert!((small / large - 19_f64.sqrt()).abs() < 1e-9);
    }

    /// One margin on the screen: half of the interval beside each bar is, to a point and a half, the margin of the caption, 1.959964·√(e/(e −
    /// 1)²/n) at ε = 1 for n people: 26.60 points for 50, 6.10 for 950, 13.30 for 200; ±10 points take 354.
    #[test]
    fn the_margin_in_words_is_that_of_the_intervals() {
        let e = 1_f64.exp();
        let formula = |people: f64| 1.959_964 * (e / (e - 1.0).powi(2) / people).sqrt();
        assert!((formula(50.0) - 0.265_965).abs() < 1e-5);
        for draw in 0..40 {
            for group in FIRST.groups(draw).unwrap() {
                let (low, high) = group.estimate.interval;
                assert!((group.margin - formula(group.people.into())).abs() < 1e-5);
                // Intervals are exact, and so a little wider.
                assert!(
                    ((high - low) / 2.0 - group.margin).abs() < 0.015,
                    "{group:?}"
                );
            }
        }
        let planner = FIRST.planner().unwrap();
        assert!((planner.margin(200).unwrap() - formula(200.0)).abs() < 1e-5);
        let least = (1_u32..10_000).find(|&people| formula(f64::from(people)) <= 0.1);
        assert_eq!(planner.respondents(0.1).ok(), least.map(u64::from));
    }

    /// What is seen first, and after the first press, is a typical draw of both groups.
    #[test]
    fn the_first_draws_are_typical() {
        for people in PEOPLE {
            for small_of_hundred in SMALL.0..=SMALL.1 {
                for tenths in [1, 10, 50] {
                    let survey = Survey {
                        people,
                        small_of_hundred,
                        tenths,
                    };
                    for draw in [0, 1] {
                        for group in survey.groups(draw).unwrap() {
                            let off =
                                (group.estimate.share - group.truth) / group.margin * 1.959_964;
                            assert!(off.abs() <= 1.0, "{survey:?} {draw}: {off}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_setting_has_both_groups() {
        for people in PEOPLE {
            for small_of_hundred in [SMALL.0, SMALL.1] {
                let survey = Survey {
                    people,
                    small_of_hundred,
                    tenths: 1,
                };
                let groups = survey.groups(3).unwrap();
                assert_eq!(groups[0].people + groups[1].people, people);
            }
        }
    }
}
