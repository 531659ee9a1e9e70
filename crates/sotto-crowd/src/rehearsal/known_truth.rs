//! What rehearsals show, computed another way: expected counts and shares from known truths.

use sotto_ldp::float;
use sotto_survey::{CategoryResults, QuestionResults, Results, Survey};

use super::{
    beside::beside,
    tests::{held, recipe},
    *,
};

const EVERY_TYPE: &str = include_str!("../../../../www/surveys/every-type.json");

/// A condition, a link, arms and a number, each of which everybody reports.
const TRIED: &str = r#"{
  "sotto": 1, "id": "tried", "version": 1, "title": { "en": "Tried" }, "languages": ["en"],
  "population": "sampled", "plan": "fixed", "epsilon": "6", "weak-protection": true, "minimum-reports": 20,
  "link": [["smokes", "drinks"]], "arms": [["direct", "soft"]],
  "questions": [
    { "id": "smokes", "epsilon": "1", "type": "yes-no", "title": { "en": "Smokes?" }, "decline": false },
    { "id": "drinks", "epsilon": "1", "type": "yes-no", "title": { "en": "Drinks?" }, "decline": false },
    { "id": "driven", "epsilon": "1", "type": "yes-no", "title": { "en": "Driven?" } },
    { "id": "caught", "epsilon": "1", "type": "yes-no", "title": { "en": "Caught?" },
      "condition": { "question": "driven", "is": ["yes"] } },
    { "id": "level", "epsilon": "1", "type": "slider", "title": { "en": "Level?" }, "min": 0, "max": 9, "step": 1,
      "decline": false, "estimate": "distribution" },
    { "id": "direct", "epsilon": "1", "type": "yes-no", "title": { "en": "Cheated?" }, "decline": false },
    { "id": "soft", "epsilon": "1", "type": "yes-no", "title": { "en": "Got help?" }, "decline": false }
  ]
}"#;

fn survey(text: &str) -> Survey {
    serde_json::from_str(text).unwrap()
}

fn question<'a>(results: &'a Results, id: &str) -> &'a QuestionResults {
    let mut all = results.questions.iter();
    all.find(|one| one.id.as_str() == id).unwrap()
}

fn category<'a>(results: &'a QuestionResults, id: &str) -> &'a CategoryResults {
    results.categories.iter().find(|one| one.id == id).unwrap()
}

/// By Hoeffding the mean of n numbers from 0 to 1 is further off than this in fewer than 5·10⁻¹¹ cases.
fn slack(count: u64) -> f64 {
    3.5 / float(count).sqrt()
}

/// Of n reports n(t·p + (1 − t)·q) support a category of share t, with the chances p and q of the published integers.
/// Some fifty figures, each off with a chance below 5·10⁻¹¹; the seed is fixed.
#[test]
fn counts_are_where_the_truth_puts_them() {
    let mut looked_at = 0;
    for text in [EVERY_TYPE, TRIED] {
        let survey = survey(text);
        let minds = Minds::Shaped(Shape::Exponential);
        let rehearsal = held(survey.clone(), recipe(20_000, minds), 11);
        let (results, imagined) = (rehearsal.results(), rehearsal.imagined());
        for asked in survey.reported_questions() {
            let results = question(&results, asked.id().as_str());
            let [part] = asked.parts() else { continue };
            let Some(support) = part.randomizer().support_probabilities() else {
                continue;
            };
            let chance = |of: u64| float(of) / float(support.total);
            let (truth, other) = (chance(support.truth), chance(support.other));
            for told in &results.categories {
                let (Some(count), None) = (told.count, told.reports) else {
                    continue;
                };
                let imagined = category(question(&imagined, asked.id().as_str()), &told.id);
                let share = imagined.estimate.unwrap();
                let expected = share * truth + (1.0 - share) * other;
                let found = float(count) / float(results.reports);
                assert!(
                    (found - expected).abs() <= slack(results.reports),
                    "{} {}: {found} of {expected}",
                    asked.id(),
                    told.id,
                );
                looked_at += 1;
            }
        }
    }
    assert!(looked_at >= 20, "only {looked_at} figures");
}

/// The truth is computed from the shares that were asked for: of a condition, a link, arms and a number.
#[test]
fn what_is_imagined_is_what_was_asked_for() {
    let survey = survey(TRIED);
    let shares = "smokes: 30, 70\ndrinks: 60, 40\ndriven: 25, 75\ncaught: 10, 90\n\
        level: 1, 0, 0, 0, 0, 0, 0, 0, 0, 3\ndirect: 20, 80\nsoft: 40, 60";
    let shares = Shares::read(shares, &survey).unwrap();
    let rehearsal = held(survey, recipe(20_000, Minds::Shares(shares)), 12);
    let imagined = rehearsal.imagined();
    let near = |found: Option<f64>, expected: f64, people: u64| {
        let found = found.unwrap();
        assert!(
            (found - expected).abs() <= slack(people),
            "{found} {expected}"
        );
    };
    let share = |id: &str, of: &str| category(question(&imagined, id), of).estimate;
    near(share("smokes", "yes"), 0.3, 20_000);
    near(share("driven", "yes"), 0.25, 20_000);
    // A quarter is asked, a tenth of these says yes; the others count as declined.
    near(share("caught", "yes"), 0.025, 20_000);
    near(share("caught", "no"), 0.225, 20_000);
    near(share("caught", "decline"), 0.75, 20_000);
    let cells = &imagined.joints[0].cells;
    let found: Vec<_> = cells.iter().map(|cell| cell.categories.join("+")).collect();
    assert_eq!(found, ["yes+yes", "yes+no", "no+yes", "no+no"]);
    for (cell, expected) in cells.iter().zip([0.18, 0.12, 0.42, 0.28]) {
        near(cell.estimate, expected, 20_000);
    }
    // Half are in each arm: some 10,000, and never fewer than 9,000.
    near(share("direct", "yes"), 0.2, 9_000);
    near(share("soft", "yes"), 0.4, 9_000);
    let together = &imagined.arms[0].categories[0];
    near(together.combined.map(|one| one.estimate), 0.3, 9_000);
    near(Some(together.differences[0].estimate / 2.0), 0.1, 4_500);
    // A quarter says 0, the rest 9.
    let level = question(&imagined, "level");
    near(level.mean.map(|mean| mean.estimate / 9.0), 0.75, 20_000);
    let quantiles = level.quantiles.as_ref().unwrap();
    let median = quantiles.iter().find(|one| (one.level - 0.5).abs() < 1e-9);
    assert!((median.unwrap().estimate - 9.0).abs() < 1e-9);
    let bins = level.distribution.as_ref().unwrap();
    let all: f64 = bins.iter().map(|bin| bin.estimate).sum();
    assert!((all - 1.0).abs() < 1e-9);
    near(bins.first().map(|bin| bin.estimate), 0.25, 20_000);
}

/// Estimates lie where the truth is: within six standard errors, which some three hundred nearly normal figures leave in
/// fewer than 10⁻⁶ cases; the seeds are fixed.
#[test]
fn every_estimate_lies_where_its_truth_is() {
    for (text, number, least) in [(EVERY_TYPE, 13, 60), (TRIED, 14, 25)] {
        let minds = Minds::Shaped(Shape::Gaussian);
        let rehearsal = held(survey(text), recipe(20_000, minds), number);
        let all = beside(&rehearsal.results(), &rehearsal.imagined());
        assert!(all.len() >= least, "{} figures", all.len());
        for one in &all {
            let off = one.errors_off().unwrap_or_default();
            assert!(off.abs() <= 6.0, "{one:?}");
        }
        // Each of the intervals holds with a chance of 0.95 at least.
        let held = all.iter().filter(|one| one.holds()).count();
        assert!(10 * held >= 8 * all.len(), "{held} of {}", all.len());
    }
}

/// Figures move on by whole steps of twenty, and below the first of them there are none.
#[test]
fn what_would_not_be_told_is_not_told() {
    let after = |people: u32| {
        let minds = Minds::Shaped(Shape::Uniform);
        let mut rehearsal = Rehearsal::new(survey(TRIED), recipe(100, minds), 15).unwrap();
        for _ in 0..people {
            rehearsal.advance(1).unwrap();
        }
        (rehearsal.results(), rehearsal.imagined())
    };
    for (people, told) in [(19, 0), (20, 20), (39, 20), (40, 40)] {
        let (results, imagined) = after(people);
        let driven = question(&results, "driven");
        assert_eq!(driven.reports, told, "{people} people");
        assert_eq!(results.submissions, Some(told));
        assert_eq!(category(driven, "yes").estimate.is_some(), told > 0);
        // What was imagined is known all the same.
        let imagined = category(question(&imagined, "driven"), "yes");
        assert!(imagined.estimate.is_some());
        // Half of twenty are in an arm.
        if told < 40 {
            assert_eq!(question(&results, "direct").reports, 0);
        }
    }
}
