//! 20,000 people of a real data set answer over HTTP, through a survey with linked questions and arms, and every
//! interval of the results holds what is true of them.
//!
//! They are the first 20,000 rows of `adult.data` (B. Becker and R. Kohavi, Adult, UCI Machine Learning Repository,
//! <https://doi.org/10.24432/C5XW20>), of which the eight counts below are all that is needed.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sotto_api::{CrossTabs, Sums};
use sotto_collector::SystemClock;
use sotto_survey::{Identifier, Results, ShareResults, Survey};

use crate::{
    harness::Running,
    simulate::{simulate, write},
};

/// What everybody is asked, in one joint report.
const LINKED: [&str; 3] = ["over-50", "male", "above-50k"];

/// How many answer each combination, yes before no and the last question running fastest: of those over 50 years the
/// men with an income above 50,000 dollars, the other men, the women above it, the others; then all who are not.
const PEOPLE: [u32; 8] = [1_099, 1_671, 145, 1_037, 2_940, 7_664, 577, 4_867];

/// Everybody.
const ALL: u32 = 20_000;

/// Of which each person is asked one: as the first of the linked questions, and as the last.
const ARMS: [&str; 2] = ["older", "earner"];

/// An interval misses once in 10⁸. Fewer than 100 are looked at in both tests together, so that by chance one misses in
/// fewer than one of 10⁶ runs; and the seeds are fixed.
const CONFIDENCE: &str = "0.99999999";

fn survey(by_link: bool) -> Survey {
    let question = |id: &str, mechanism: &str, epsilon: &str| {
        json!({
            "id": id, "type": "yes-no", "title": { "en": id }, "decline": false,
            "mechanism": mechanism, "epsilon": epsilon,
        })
    };
    let mut questions = LINKED.map(|id| question(id, "auto", "0.5")).to_vec();
    questions.push(question(ARMS[0], "two-coins", "ln 3"));
    questions.push(question(ARMS[1], "randomized-response", "1.5"));
    let mut file = json!({
        "sotto": 1, "id": "adult", "version": 1, "title": { "en": "Adult" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "3", "minimum-reports": 1,
        "questions": questions, "link": [LINKED], "arms": [ARMS],
    });
    if by_link {
        file["arms-by-link"] = true.into();
    }
    serde_json::from_value(file).unwrap()
}

/// Whether those who answer a combination say yes to a linked question.
fn says_yes(combination: usize, question: usize) -> bool {
    combination & (4 >> question) == 0
}

/// The share of those who answer one of these combinations.
fn share(is_one: impl Fn(usize) -> bool) -> f64 {
    let people = PEOPLE.iter().enumerate();
    let counted = people.filter(|(combination, _)| is_one(*combination));
    f64::from(counted.map(|(_, count)| count).sum::<u32>()) / f64::from(ALL)
}

/// A table with a row for each person.
fn table(of: impl Fn(usize) -> bool) -> String {
    let people = PEOPLE.iter().enumerate();
    let rows = people.flat_map(|(combination, &count)| (0..count).map(move |_| combination));
    let word = |says_yes| if says_yes { "yes" } else { "no" };
    let rows = rows.enumerate().filter(|(row, _)| of(*row));
    let rows = rows.map(|(_, combination)| {
        let words = [0, 1, 2].map(|question| word(says_yes(combination, question)));
        words.join(",") + "\n"
    });
    ["age,sex,income\n".to_owned(), rows.collect()].concat()
}

/// A crowd: whose rows they are, by position, and what else `sotto simulate` is told.
type Crowd<'a> = (&'a dyn Fn(usize) -> bool, &'a [&'a str]);

/// A collector that these crowds have answered.
async fn answered(survey: Survey, crowds: &[Crowd<'_>]) -> Running {
    let folder = tempfile::tempdir().unwrap();
    let file = serde_json::to_string(&survey).unwrap();
    let file = write(folder.path(), "adult.json", &file);
    let running = Running::start_with_survey(survey, Arc::new(SystemClock)).await;
    let url = running.collector.url();
    let map = "over-50=age,male=sex,above-50k=income,older=age,earner=income";
    for (of, more) in crowds {
        let data = write(folder.path(), "people.csv", &table(of));
        let ended = simulate(&url, &file, &data, map, more).await;
        assert_eq!(ended.code, Some(0), "{}", ended.err);
    }
    running
}

/// Intervals beside what is true.
#[derive(Default)]
struct Held {
    looked_at: usize,
    missed: Vec<String>,
}

impl Held {
    /// Looks at one that is to be no longer than that.
    fn look(&mut self, what: &str, [low, high]: [f64; 2], truth: f64, length: f64) {
        self.looked_at += 1;
        if !(low <= truth && truth <= high && high - low < length) {
            self.missed
                .push(format!("{what}: {truth} in {low} to {high}"));
        }
    }

    fn look_at_share(&mut self, what: &str, found: &ShareResults, truth: f64) {
        self.look(what, found.interval, truth, 0.2);
    }

    fn look_at_difference(&mut self, what: &str, found: &ShareResults, truth: f64) {
        self.look(what, found.interval, truth, 0.3);
    }
}

async fn read<T: DeserializeOwned>(running: &Running, path: &str) -> T {
    let joined = if path.contains('?') { '&' } else { '?' };
    let path = format!("/api/v1/surveys/adult/{path}{joined}confidence={CONFIDENCE}");
    let value: Value = running.json(&path).await;
    serde_json::from_value(value).unwrap()
}

/// Looks at every interval that the collector tells, but those of both arms together.
async fn look_at_all(running: &Running, held: &mut Held) -> Results {
    let results: Results = read(running, "results").await;
    let [link] = &results.joints[..] else {
        panic!("{:?}", results.joints)
    };
    assert_eq!(link.reports, u64::from(ALL));
    for (combination, cell) in link.cells.iter().enumerate() {
        let truth = share(|one| one == combination);
        held.look(
            &cell.categories.join("+"),
            cell.interval.unwrap(),
            truth,
            0.2,
        );
    }
    let of_arms = [("older", 0), ("earner", 2)];
    let of_linked = LINKED.iter().copied().zip(0..);
    for (id, question) in of_linked.clone().chain(of_arms) {
        let mut questions = results.questions.iter();
        let found = questions.find(|one| one.id.as_str() == id).unwrap();
        for (category, wanted) in found.categories.iter().zip([true, false]) {
            let truth = share(|one| says_yes(one, question) == wanted);
            let what = format!("{id}: {}", category.id);
            held.look(&what, category.interval.unwrap(), truth, 0.2);
        }
    }
    for (first, second) in [(0, 1), (0, 2), (1, 2)] {
        let [a, b] = [LINKED[first], LINKED[second]];
        let crossed: CrossTabs = read(running, &format!("cross-tabs?questions={a},{b}")).await;
        for (cells, of_first) in crossed.cells.iter().zip([true, false]) {
            for (cell, of_second) in cells.iter().zip([true, false]) {
                let truth = share(|one| {
                    says_yes(one, first) == of_first && says_yes(one, second) == of_second
                });
                let what = format!("{a} {of_first}, {b} {of_second}");
                held.look(&what, cell.interval, truth, 0.2);
            }
        }
    }
    for (id, question) in of_linked {
        let sums = format!("sums?question={id}&answers=yes&against=no");
        let sums: Sums = read(running, &sums).await;
        let yes = share(|one| says_yes(one, question));
        let compared = sums.compared.unwrap();
        held.look_at_share(&format!("{id} summed"), &sums.share, yes);
        held.look_at_share(&format!("{id} against"), &compared.share, 1.0 - yes);
        let difference = yes - (1.0 - yes);
        held.look_at_difference(&format!("{id} compared"), &compared.difference, difference);
        let (low, high) = compared.ratio.unwrap().interval;
        let times = [low, high.unwrap()];
        held.look(&format!("{id} times"), times, yes / (1.0 - yes), 2.0);
    }
    results
}

/// Looks at what both arms say beside each other, and together where they say that.
fn look_at_arms(results: &Results, is_combined: bool, held: &mut Held) {
    let [arms] = &results.arms[..] else {
        panic!("{:?}", results.arms)
    };
    let members: Vec<_> = arms.members.iter().map(Identifier::as_str).collect();
    assert_eq!(members, ARMS);
    for (category, wanted) in arms.categories.iter().zip([true, false]) {
        let of = |question| share(|one| says_yes(one, question) == wanted);
        let (older, earner) = (of(0), of(2));
        let what = format!("arms: {}", category.id);
        held.look_at_difference(&what, &category.differences[0], earner - older);
        assert_eq!(category.combined.is_some(), is_combined);
        if let Some(combined) = &category.combined {
            held.look_at_share(&what, combined, older.midpoint(earner));
        }
    }
}

/// How many were asked each arm.
fn asked(results: &Results) -> [u64; 2] {
    ARMS.map(|id| {
        let mut questions = results.questions.iter();
        questions.find(|one| one.id.as_str() == id).unwrap().reports
    })
}

#[test]
fn the_people_are_as_many_as_they_are_said_to_be() {
    assert_eq!(PEOPLE.iter().sum::<u32>(), ALL);
    assert_eq!(table(|_| true).lines().count(), 20_001);
}

/// Each device draws its arm: a half of 20,000, give or take six standard deviations of 71, but for once in 10⁸ runs.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_true_lies_in_every_interval_where_devices_draw_arms() {
    let everybody: Crowd<'_> = (&|_| true, &["--seed", "1401"]);
    let running = answered(survey(false), &[everybody]).await;
    let mut held = Held::default();
    let results = look_at_all(&running, &mut held).await;
    look_at_arms(&results, true, &mut held);
    let [older, earner] = asked(&results);
    assert_eq!(older + earner, u64::from(ALL));
    assert!(older.abs_diff(10_000) < 425, "{older}");
    assert_eq!(held.missed, [""; 0]);
    assert_eq!(held.looked_at, 46);
}

/// Every second person is given the one link, the others the other.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_true_lies_in_every_interval_where_links_name_arms() {
    let first: Crowd<'_> = (&|row| row % 2 == 0, &["--seed", "1402", "--arm", "older"]);
    let second: Crowd<'_> = (&|row| row % 2 == 1, &["--seed", "1403", "--arm", "earner"]);
    let running = answered(survey(true), &[first, second]).await;
    let mut held = Held::default();
    let results = look_at_all(&running, &mut held).await;
    look_at_arms(&results, false, &mut held);
    assert_eq!(asked(&results), [10_000, 10_000]);
    assert_eq!(held.missed, [""; 0]);
    assert_eq!(held.looked_at, 44);
}
