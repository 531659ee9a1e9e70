//! Linked questions: asked as themselves, reported as one, and told apart again in the results.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::{Confidence, Report};
use sotto_survey::{
    Answer, Entry, JointFile, PartRole, PermanentReports, Results, Submission, Survey, SurveyFile,
    SurveyOracles, Tally,
};

/// Sex by race in Adult, row by row: women's five races, then men's.
const SEX_AND_RACE: [usize; 10] = [119, 346, 1555, 109, 8642, 192, 693, 1569, 162, 19174];

fn options(ids: &[&str]) -> Value {
    let option = |id: &&str| json!({ "id": id, "title": { "en": id } });
    ids.iter().map(option).collect()
}

/// Sex and race linked, and one question that is reported by itself.
fn file(changes: &Value) -> Value {
    let mut file = json!({
        "sotto": 1, "id": "adult", "version": 1, "title": { "en": "Adult" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "3",
        "questions": [
            { "id": "sex", "type": "single-choice", "title": { "en": "Sex?" }, "epsilon": "0.5",
              "options": options(&["woman", "man"]), "decline": false },
            { "id": "works", "type": "yes-no", "title": { "en": "Work?" }, "epsilon": "1",
              "decline": false },
            { "id": "race", "type": "dropdown", "title": { "en": "Race?" }, "epsilon": "1.5",
              "options": options(&["eskimo", "asian", "black", "other", "white"]),
              "decline": false },
        ],
        "link": [["sex", "race"]],
    });
    let fields = file.as_object_mut().unwrap();
    fields.extend(changes.as_object().unwrap().clone());
    file
}

fn survey(changes: &Value) -> Survey {
    serde_json::from_value(file(changes)).unwrap()
}

fn sheet(survey: &Survey, categories: &[u32]) -> Vec<Option<Answer>> {
    let asked = survey.questions().iter().zip(categories);
    asked
        .map(|(question, &category)| Some(question.answer(category).unwrap()))
        .collect()
}

#[test]
fn a_link_is_one_report_at_the_sum_of_the_epsilons() {
    let survey = survey(&json!({}));
    let [link] = survey.joints() else {
        panic!("one link");
    };
    assert_eq!(link.name(), "sex+race");
    assert_eq!((link.questions(), link.sizes()), (&[0, 2][..], &[2, 5][..]));
    assert_eq!(link.epsilon().to_string(), "2");
    assert_eq!(link.part().role(), PartRole::Joint);
    let names: Vec<_> = survey.entries().map(Entry::name).collect();
    assert_eq!(names, ["works", "sex+race"]);
    assert_eq!(survey.part_count(), 2);
    assert_eq!(survey.reported_questions().count(), 3);
    // It is counted once: 1 and 2, each from below.
    let loss = survey.privacy_loss().to_f64();
    assert!((2.99..=3.0).contains(&loss), "{loss}");
    for question in [&survey.questions()[0], &survey.questions()[2]] {
        assert!(question.is_joint() && question.parts().is_empty());
        assert_eq!(survey.joint_of(question), Some(link));
    }
    assert_eq!(survey.joint_of(&survey.questions()[1]), None);
    assert!(survey.pinned_parameters().contains("\nsex+race | "));
}

#[test]
fn what_is_published_reads_back_as_it_is() {
    for changes in [
        json!({}),
        json!({ "link": [{ "questions": ["race", "sex"], "mechanism": "optimized-unary-encoding" }] }),
        json!({ "epsilon-first": "1.5" }),
        json!({ "link": [["sex", "race", "works"]] }),
    ] {
        let survey = survey(&changes);
        let text = serde_json::to_string(&survey).unwrap();
        let file: SurveyFile = serde_json::from_str(&text).unwrap();
        assert_eq!(Survey::published(file).unwrap(), survey);
        assert_eq!(serde_json::from_str::<Survey>(&text).unwrap(), survey);
    }
    // The short form stays as short as it was written.
    let ids = |text: &str| serde_json::from_str::<SurveyFile>(text).unwrap().link;
    let short = ids(&file(&json!({})).to_string()).unwrap();
    assert_eq!(
        serde_json::to_value(&short).unwrap(),
        json!([["sex", "race"]])
    );
    assert!(matches!(
        &short[..],
        [JointFile {
            mechanism: None,
            ..
        }]
    ));
}

#[test]
fn the_plans_give_a_link_what_its_questions_have() {
    let without = |mut file: Value| {
        for question in file["questions"].as_array_mut().unwrap() {
            question.as_object_mut().unwrap().remove("epsilon");
        }
        serde_json::from_value::<Survey>(file).unwrap()
    };
    let split = without(file(&json!({ "plan": "split" })));
    assert_eq!(split.joints()[0].epsilon().to_string(), "2");
    // Linked questions are drawn together and count as one.
    let sample = without(file(&json!({ "plan": "sample", "sample": 1 })));
    assert_eq!(sample.joints()[0].epsilon().to_string(), "3");
    assert_eq!(sample.drawn_questions(), 1);
    assert!(sample.privacy_loss() <= sample.epsilon().privacy_loss());
    let both = without(file(&json!({ "plan": "sample", "sample": 2 })));
    assert_eq!(both.joints()[0].epsilon().to_string(), "1.5");
    let mut generator = ChaCha20Rng::seed_from_u64(2);
    let mut linked = 0;
    for _ in 0..400 {
        let submission = sample
            .randomize(&sheet(&sample, &[1, 0, 4]), &mut generator)
            .unwrap();
        let drawn: Vec<_> = submission.reports().iter().map(Option::is_some).collect();
        assert_eq!(drawn.iter().filter(|&&one| one).count(), 1);
        linked += u32::from(drawn[1]);
        let back = serde_json::from_str(&submission.body(&sample)).unwrap();
        assert_eq!(Submission::check(back, &sample).unwrap(), submission);
    }
    // Half of 400, within 6 standard deviations of 10.
    assert!((140..=260).contains(&linked), "{linked}");
}

/// The certificate of the joint channel, found by looking at every pair of answers to both questions
/// and every report: no ratio exceeds e^(ε₁ + ε₂).
#[test]
fn no_joint_report_says_more_than_both_questions_declare() {
    for changes in [
        json!({}),
        json!({ "link": [{ "questions": ["sex", "race"], "mechanism": "direct-encoding" }] }),
        json!({ "link": [{ "questions": ["sex", "race"], "mechanism": "optimized-unary-encoding" }] }),
        json!({ "link": [["sex", "race", "works"]] }),
        json!({ "epsilon-first": "1.5" }),
    ] {
        let survey = survey(&changes);
        let link = &survey.joints()[0];
        let part = link.part();
        let oracle = part
            .mechanism()
            .oracle(part.parameters(), part.domain().size())
            .unwrap();
        let certified = oracle.certificate().privacy_loss.unwrap();
        assert!(certified <= link.epsilon().privacy_loss(), "{changes}");
        assert!(certified <= part.privacy_loss());
    }
}

#[test]
fn every_body_has_the_same_length() {
    for changes in [
        json!({}),
        json!({ "link": [{ "questions": ["sex", "race"], "mechanism": "direct-encoding" }] }),
        json!({ "link": [["race", "works", "sex"]] }),
        json!({ "epsilon-first": "1.5" }),
    ] {
        let survey = survey(&changes);
        let mut generator = ChaCha20Rng::seed_from_u64(3);
        for categories in (0..20).map(|index| [index % 2, index / 10, index % 5]) {
            let answers = sheet(&survey, &categories);
            let submission = survey.randomize(&answers, &mut generator).unwrap();
            let body = submission.body(&survey);
            assert_eq!(body.len(), survey.body_length());
            let back = serde_json::from_str(&body).unwrap();
            assert_eq!(Submission::check(back, &survey).unwrap(), submission);
        }
    }
}

/// At an ε of 20 the truth is all but certain: another report in one of these few draws has a chance
/// below 10⁻⁶, and the seed is fixed.
#[test]
fn the_cell_is_that_of_the_answers_and_declining_is_one_of_them() {
    let mut changes = file(&json!({ "epsilon": "20" }));
    for (index, epsilon) in [(0, "10"), (1, "0.001"), (2, "9.99")] {
        changes["questions"][index]["epsilon"] = json!(epsilon);
        changes["questions"][index]["decline"] = json!(true);
    }
    let condition = json!({ "question": "works", "is": ["yes"] });
    changes["questions"][2]["condition"] = condition;
    changes["link"] = json!([{ "questions": ["race", "sex"], "mechanism": "direct-encoding" }]);
    let survey: Survey = serde_json::from_value(changes).unwrap();
    let link = &survey.joints()[0];
    assert_eq!(link.sizes(), [6, 3]);
    let mut generator = ChaCha20Rng::seed_from_u64(4);
    let mut reported = |answers: &[Option<Answer>]| {
        let submission = survey.randomize(answers, &mut generator).unwrap();
        let report = submission.reports()[1].clone().unwrap().into_report();
        let Report::Index(cell) = report else {
            panic!("direct encoding sends an index");
        };
        link.categories(cell)
    };
    for race in 0..6 {
        for sex in 0..3 {
            assert_eq!(reported(&sheet(&survey, &[sex, 0, race])), [race, sex]);
            assert_eq!(link.categories(link.cell(&[race, sex])), [race, sex]);
        }
    }
    // Whoever is not asked, or says nothing, has declined.
    assert_eq!(reported(&sheet(&survey, &[1, 1, 4])), [5, 1]);
    assert_eq!(reported(&[None, None, None]), [5, 2]);
}

#[test]
fn what_must_be_answered_is_asked_for() {
    let survey = survey(&json!({}));
    let mut generator = ChaCha20Rng::seed_from_u64(4);
    let answers = [None, sheet(&survey, &[0, 0, 0])[1].clone(), None];
    let refused = survey.randomize(&answers, &mut generator).unwrap_err();
    assert!(refused.to_string().contains("\"sex\""), "{refused}");
    let wrong = r#"{ "version": 1, "report_id": "00000000000000000000000000000000",
        "reports": { "works": 0, "sex": 0, "race": 0 } }"#;
    let refused = Submission::check(serde_json::from_str(wrong).unwrap(), &survey);
    assert!(refused.unwrap_err().to_string().contains("\"sex+race\""));
}

#[test]
fn a_wave_is_drawn_from_the_joint_answer_that_is_kept() {
    let survey = survey(&json!({ "epsilon-first": "1.5" }));
    let part = survey.joints()[0].part();
    assert!(part.first_loss() < part.privacy_loss());
    assert!(survey.first_loss() <= survey.epsilon_first().unwrap().privacy_loss());
    let mut generator = ChaCha20Rng::seed_from_u64(5);
    let kept = survey
        .memoise(&sheet(&survey, &[1, 0, 4]), &mut generator)
        .unwrap();
    let text = kept.to_text(&survey);
    let read = PermanentReports::read(serde_json::from_str(&text).unwrap(), &survey).unwrap();
    assert!(read == kept);
    let copy = survey.draw_copy(&kept, &mut generator).unwrap();
    assert_eq!(copy.body(&survey).len(), survey.body_length());
}

fn results(survey: &Survey, crowd: &[usize], minimum: u64) -> Results {
    let oracles = SurveyOracles::new(survey.clone()).unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(6);
    let mut submissions = Vec::new();
    for (cell, &people) in (0..).zip(crowd) {
        let answers = sheet(survey, &[cell / 5, 0, cell % 5]);
        let made = (0..people).map(|_| survey.randomize(&answers, &mut generator).unwrap());
        submissions.extend(made);
    }
    let all: Vec<_> = submissions.iter().collect();
    let tally = Tally::of_submissions(&oracles, &all).unwrap();
    tally.results_from(&oracles, Confidence::default(), minimum)
}

/// All 32,561 people of Adult. Every figure lies within 5.5 standard errors of the truth: over 17
/// figures a false alarm is rarer than 10⁻⁶, and the seed is fixed.
#[test]
fn the_table_and_each_question_s_shares_are_found() {
    let survey = survey(&json!({}));
    let results = results(&survey, &SEX_AND_RACE, 1);
    let n: usize = SEX_AND_RACE.iter().sum();
    let share = |people: usize| people as f64 / n as f64;
    let near = |found: Option<f64>, error: Option<f64>, people: usize| {
        let (found, error) = (found.unwrap(), error.unwrap());
        assert!(
            (found - share(people)).abs() < 5.5 * error,
            "{found} {people}"
        );
    };
    let [link] = &results.joints[..] else {
        panic!("one link");
    };
    assert_eq!((link.id.as_str(), link.reports), ("sex+race", n as u64));
    assert_eq!(link.members.len(), 2);
    assert_eq!(link.cells[7].categories, ["man", "black"]);
    for (cell, people) in link.cells.iter().zip(SEX_AND_RACE) {
        near(cell.estimate, cell.standard_error, people);
    }
    let ids: Vec<_> = results
        .questions
        .iter()
        .map(|one| one.id.as_str())
        .collect();
    assert_eq!(ids, ["sex", "works", "race"]);
    let [sex, works, race] = &results.questions[..] else {
        panic!("three questions");
    };
    assert_eq!(works.joint, None);
    let of_sex = |sex: usize| SEX_AND_RACE[sex * 5..][..5].iter().sum();
    let of_race = |race: usize| SEX_AND_RACE[race] + SEX_AND_RACE[5 + race];
    let truths: [(&_, Vec<usize>); 2] = [
        (sex, (0..2).map(of_sex).collect()),
        (race, (0..5).map(of_race).collect()),
    ];
    for (question, truths) in truths {
        assert_eq!(question.joint.as_deref(), Some("sex+race"));
        assert_eq!(question.epsilon.to_string(), "2");
        assert_eq!(question.reports, n as u64);
        for (category, people) in question.categories.iter().zip(truths) {
            near(category.estimate, category.standard_error, people);
            let [low, high] = category.interval.unwrap();
            let middle = category.estimate.unwrap();
            assert!(low < middle && middle < high);
        }
        // Displayed shares are sums of displayed cells.
        let shown: f64 = question
            .categories
            .iter()
            .filter_map(|one| one.consistent)
            .sum();
        assert!((shown - 1.0).abs() < 1e-9);
    }
    let women: f64 = link.cells[..5]
        .iter()
        .filter_map(|cell| cell.consistent)
        .sum();
    assert!((women - sex.categories[0].consistent.unwrap()).abs() < 1e-12);
    // They travel.
    let text = serde_json::to_string(&results).unwrap();
    let arrived: Results = serde_json::from_str(&text).unwrap();
    assert_eq!(arrived.joints[0].members, link.members);
    assert_eq!(arrived.joints[0].cells.len(), 10);
    assert_eq!(arrived.questions[0].joint, sex.joint);
}

#[test]
fn nothing_is_told_of_too_few() {
    let few = results(&survey(&json!({})), &[3, 3, 3], 10);
    assert_eq!(few.joints[0].reports, 9);
    assert!(
        few.joints[0]
            .cells
            .iter()
            .all(|cell| cell.estimate.is_none())
    );
    let sex = &few.questions[0];
    assert!(
        sex.categories
            .iter()
            .all(|one| one.estimate.is_none() && one.consistent.is_none())
    );
}

#[test]
fn results_in_pieces_hold_each_question_once() {
    let survey = survey(&json!({}));
    let oracles = SurveyOracles::new(survey).unwrap();
    let tally = Tally::empty(&oracles);
    let confidence = Confidence::default();
    let whole = tally.results(&oracles, confidence);
    let first = tally.results_of(&oracles, confidence, 1, 0..1);
    let rest = tally.results_of(&oracles, confidence, 1, 1..3);
    assert_eq!(first.joints, whole.joints);
    assert!(rest.joints.is_empty());
    assert_eq!([first.questions, rest.questions].concat(), whole.questions);
}
