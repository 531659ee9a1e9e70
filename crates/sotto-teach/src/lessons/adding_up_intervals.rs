//! Adding up intervals: why margins of sums and differences cannot be had from the margins of the parts.

use std::collections::BTreeMap;

use sotto_ldp::{
    Collector, Confidence, Counts, Epsilon, FrequencyOracle, Intervals, estimate_with,
    intervals::Population, randomizers::DirectEncoding,
};
use yew::prelude::*;

use crate::{
    crowd::{ask, drawn},
    lesson::Lesson,
    parts::{Playground, ShareBar, bar, figure, share_bars, use_play},
    words::{Figure, Figures, WordsWithFigures},
};

pub(super) const LESSON: Lesson = Lesson {
    id: "adding-up-intervals",
    play: |words| html! { <AddingUp words={words.clone()}/> },
    figures,
    right: 3,
    minutes: 15,
    after: &["hearing-the-crowd"],
    source: "https://desfontain.es/blog/noisy-data.html",
};

/// How people get to school, of 100: on foot, by bicycle, by bus, by car.
const OF_HUNDRED: [u32; 4] = [40, 30, 20, 10];

/// How often the survey is made again.
const SURVEYS: u32 = 200;

/// Where the seeds begin: with one whose draw is typical of the question that the page opens with, so that it opens without a
/// second try.
const OPENING: u64 = 1 << 20;

/// ε in tenths.
const EPSILON: (u32, u32) = (5, 40);

/// How many people, at the positions of the slider.
const PEOPLE: [u32; 4] = [200, 500, 1_000, 2_000];

/// What is asked about the first two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Sum,
    Difference,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Settings {
    question: Question,
    people: u32,
    tenths: u32,
}

/// How wide the intervals of one rule are on average, and how many of them hold the truth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Rule {
    held: u32,
    /// Half the width.
    margin: f64,
}

/// The three rules over all surveys: margins added, their squares added, and what the mechanism implies.
type Rules = [Rule; 3];

const RULES: [&str; 3] = ["rule-added", "rule-squares", "rule-right"];

impl Settings {
    fn mechanism(self) -> Option<DirectEncoding> {
        let epsilon = Epsilon::from_micros(self.tenths * 100_000).ok()?;
        DirectEncoding::new(&epsilon, 4).ok()
    }

    fn truth(self) -> f64 {
        let [first, second, ..] = OF_HUNDRED.map(|count| f64::from(count) / 100.0);
        match self.question {
            Question::Sum => first + second,
            Question::Difference => first - second,
        }
    }

    /// Many surveys with other coins each; the same on every device. The first draws are typical of how often the interval
    /// from the copies holds, 19 times in 20.
    fn rules(self, draw: u32) -> Option<Rules> {
        let all = f64::from(SURVEYS);
        let off = |rules: &Rules| {
            let held = rules.last().map_or(0.0, |rule| f64::from(rule.held));
            (held - 0.95 * all) / (all * 0.95 * 0.05).sqrt()
        };
        drawn(draw, |seed| self.make(seed + OPENING), off)
    }

    fn make(self, seed: u64) -> Option<Rules> {
        let mechanism = self.mechanism()?;
        let people = OF_HUNDRED.map(|count| self.people * count / 100);
        let mut rules = Rules::default();
        // An exact interval takes longer than all answers of a survey, and many surveys count the same.
        let (mut halves, mut combined) = (BTreeMap::new(), BTreeMap::new());
        for survey in 0..SURVEYS {
            let counts = ask(&mechanism, &people, seed << 32 | u64::from(survey))?;
            let (&[first, second], _) = counts.supports().split_first_chunk()?;
            let mut half_of = |count| {
                once(&mut halves, count, || {
                    self.of_count(&mechanism, count).map(half)
                })
            };
            let [of_first, of_second] = [half_of(first)?, half_of(second)?];
            // What the copies of a sum tell depends on their number alone.
            let told_by = match self.question {
                Question::Sum => (first + second, 0),
                Question::Difference => (first, second),
            };
            let (found, right) = once(&mut combined, told_by, || {
                self.combined(&mechanism, &counts)
            })?;
            let around = |margin: f64| (found - margin, found + margin);
            let intervals = [
                around(of_first + of_second),
                around(of_first.hypot(of_second)),
                right,
            ];
            for (rule, interval) in rules.iter_mut().zip(intervals) {
                rule.held += u32::from(interval.0 <= self.truth() && self.truth() <= interval.1);
                rule.margin += half(interval) / f64::from(SURVEYS);
            }
        }
        Some(rules)
    }

    /// The interval of the share of one answer that so many copies say.
    fn of_count(self, mechanism: &DirectEncoding, count: u64) -> Option<(f64, f64)> {
        let counts = Counts::new(self.people.into(), vec![count]).ok()?;
        let support = mechanism.support_probabilities();
        let estimates = estimate_with(&counts, support, Intervals::default()).ok()?;
        Some(estimates.first()?.interval)
    }

    /// What the copies tell of both answers together.
    fn combined(self, mechanism: &DirectEncoding, counts: &Counts) -> Option<(f64, (f64, f64))> {
        let (population, confidence) = (Population::Fixed, Confidence::default());
        match self.question {
            Question::Sum => {
                let groups = [vec![0, 1]];
                let sums = mechanism.estimate_groups(counts, &groups, population, confidence);
                let sum = *sums.ok()?.first()?;
                Some((sum.share, sum.interval))
            }
            Question::Difference => {
                let groups: (&[u32], &[u32]) = (&[0], &[1]);
                let found = mechanism.compare_groups(counts, groups, population, confidence);
                let found = found.ok()?;
                Some((found.difference, found.interval))
            }
        }
    }
}

fn half((least, most): (f64, f64)) -> f64 {
    (most - least) / 2.0
}

/// What `compute` says of a key, computed once.
fn once<K: Ord + Copy, V: Copy>(
    known: &mut BTreeMap<K, V>,
    key: K,
    compute: impl FnOnce() -> Option<V>,
) -> Option<V> {
    if let Some(&value) = known.get(&key) {
        return Some(value);
    }
    let value = compute()?;
    known.insert(key, value);
    Some(value)
}

const FIRST: Settings = Settings {
    question: Question::Sum,
    people: 500,
    tenths: 10,
};

/// What the text says of the first draws of both questions. A page that opens has no time to make 400 surveys; a test does.
fn figures() -> Figures {
    vec![
        ("surveys", Figure::Whole(SURVEYS.into())),
        ("sum-added", Figure::Number(25.3, 1)),
        ("sum-squares", Figure::Number(17.9, 1)),
        ("sum-right", Figure::Number(14.2, 1)),
        ("difference-squares", Figure::Number(17.9, 1)),
        ("difference-right", Figure::Number(20.9, 1)),
        ("difference-held", Figure::Whole(181)),
    ]
}

#[derive(Properties, PartialEq)]
struct AddingUpProps {
    words: WordsWithFigures,
}

#[component]
fn AddingUp(props: &AddingUpProps) -> Html {
    let words = &props.words;
    let play = use_play(words, FIRST, 1);
    let (settings, _) = play.now();
    let rules = use_memo(play.now(), |&(settings, draw)| settings.rules(draw));
    let caption = rules.map(|rules| caption(words, rules)).unwrap_or_default();
    let options = [
        (Question::Sum, words.say("question-sum")),
        (Question::Difference, words.say("question-difference")),
    ];
    play.show_numbered(Playground {
        picture: rules.map(|rules| picture(words, rules, caption.clone())).unwrap_or_default(),
        buttons: play.again(["ask", "ask"]),
        controls: html! {
            <>
                { play.choice(["asked", "question"], options, settings.question, |settings, question| Settings { question, ..settings }) }
                { play.one_of(["people", "people-asked"], &PEOPLE, settings.people, |settings, people| Settings { people, ..settings }) }
                { play.epsilon(EPSILON, settings.tenths, |settings, tenths| Settings { tenths, ..settings }) }
            </>
        },
        spoken: caption,
    })
}

fn caption(words: &WordsWithFigures, rules: Rules) -> String {
    let [added, squares, right] = rules.map(|rule| Figure::Whole(rule.held.into()));
    words.fill(
        "caption",
        &[
            ("added", added),
            ("squares", squares),
            ("right-rule", right),
        ],
    )
}

/// How many of the intervals hold the truth: 19 in 20 should.
fn picture(words: &WordsWithFigures, rules: Rules, caption: String) -> Html {
    let rows = RULES.into_iter().zip(rules).map(|(id, rule)| {
        let share = f64::from(rule.held) / f64::from(SURVEYS);
        let class = if id == "rule-right" {
            "bar-estimate"
        } else {
            "bar-reported"
        };
        ShareBar {
            id: id.to_owned(),
            title: words.say(id),
            marks: vec![bar(class, share), sotto_ui::charts::Mark::Reported(0.95)],
            words: words.fill(
                "rule-figure",
                &[
                    ("held", Figure::Whole(rule.held.into())),
                    ("margin", Figure::Number(rule.margin * 100.0, 1)),
                ],
            ),
        }
    });
    let head = ["table-rule", "table-figure"].map(|key| words.say(key));
    let [picture, table] = share_bars(rows.collect(), &words.say("table-summary"), &head);
    figure(words.say("picture"), picture, caption, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is seen first: 190 ± √(200 · 0.95 · 0.05) = 3.1 of 200 by the interval from the copies, for either question.
    #[test]
    fn the_first_draws_are_typical() {
        for question in [Question::Sum, Question::Difference] {
            for draw in [1, 2] {
                let settings = Settings { question, ..FIRST };
                let [.., right] = settings.rules(draw).unwrap();
                assert!((187..=193).contains(&right.held), "{draw}: {right:?}");
            }
        }
    }

    #[test]
    fn the_page_opens_with_its_first_try() {
        assert_eq!(FIRST.rules(1), FIRST.make(OPENING + 1));
    }

    /// Binomial(200, 0.95): fewer than 172 with a chance below 1e-5; the coins are fixed.
    #[test]
    fn the_right_rule_holds_as_often_as_it_says_and_the_others_do_not() {
        let sum = FIRST.rules(1).unwrap();
        assert!((172..=200).contains(&sum[2].held), "{sum:?}");
        // Of a sum both easy rules are too wide.
        assert!(
            sum[0].margin > sum[1].margin && sum[1].margin > sum[2].margin,
            "{sum:?}"
        );
        let difference = Settings {
            question: Question::Difference,
            ..FIRST
        }
        .rules(1)
        .unwrap();
        assert!((172..=200).contains(&difference[2].held), "{difference:?}");
        // Of a difference the squares are too narrow: who moves to one answer leaves the other.
        assert!(
            difference[1].margin < difference[2].margin,
            "{difference:?}"
        );
    }

    /// What the text says is what the surveys say, to the decimals that it is written with.
    #[test]
    fn the_figures_of_the_text_are_those_of_the_surveys() {
        let of = |question| Settings { question, ..FIRST }.rules(1).unwrap();
        let (sum, difference) = (of(Question::Sum), of(Question::Difference));
        let computed = [
            ("surveys", f64::from(SURVEYS)),
            ("sum-added", sum[0].margin * 100.0),
            ("sum-squares", sum[1].margin * 100.0),
            ("sum-right", sum[2].margin * 100.0),
            ("difference-squares", difference[1].margin * 100.0),
            ("difference-right", difference[2].margin * 100.0),
            ("difference-held", f64::from(difference[1].held)),
        ];
        assert_eq!(figures().len(), computed.len());
        for (told, (name, value)) in figures().into_iter().zip(computed) {
            let shown = match told.1 {
                Figure::Number(number, 1) => number.to_string(),
                Figure::Whole(number) => format!("{number}.0"),
                other => unreachable!("{other:?} has other decimals"),
            };
            assert_eq!((told.0, shown), (name, format!("{value:.1}")));
        }
    }

    /// An interval that is computed once for all surveys of one count is the one that each would tell by itself.
    #[test]
    fn an_interval_of_a_count_is_that_of_its_survey() {
        let mechanism = FIRST.mechanism().unwrap();
        for seed in 0..5 {
            let counts = ask(&mechanism, &[200, 150, 100, 50], seed).unwrap();
            let parts = Collector::estimate(&mechanism, &counts, Intervals::default()).unwrap();
            let sum = FIRST.combined(&mechanism, &counts).unwrap();
            let &[first, second, third, fourth] = counts.supports() else {
                unreachable!("four answers")
            };
            let moved = Counts::new(500, vec![first + second - 1, 1, third, fourth]).unwrap();
            assert_eq!(FIRST.combined(&mechanism, &moved).unwrap(), sum);
            for (part, &count) in parts.iter().zip(counts.supports()) {
                assert_eq!(FIRST.of_count(&mechanism, count).unwrap(), part.interval);
            }
        }
    }
}
