//! Questions by an own secret: what is said is sent as it is, and the shares of yes and no come back.

use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::{Confidence, randomizers::Said};
use sotto_survey::{
    Answer, AnswerError, ChangeKind, Edit, SaidOne, SubmissionError, Survey, SurveyOracles, Tally,
};

fn question(prevalence: &str) -> Value {
    json!({
        "id": "plagiarised", "type": "own-secret",
        "title": { "en": "I have handed in a text that somebody else wrote." },
        "secret": { "title": { "en": "My mother was born in winter." }, "prevalence": prevalence },
    })
}

fn survey(epsilon: &str, questions: &[Value]) -> Value {
    json!({
        "sotto": 1, "id": "honesty", "version": 1, "title": { "en": "Honesty" }, "languages": ["en"],
        "plan": "split", "epsilon": epsilon, "questions": questions,
    })
}

fn alone(prevalence: &str) -> Survey {
    serde_json::from_value(survey("3", &[question(prevalence)])).unwrap()
}

/// Whatever is drawn on the device, the report is what was said, and every body has one length.
#[test]
fn what_is_said_is_sent_as_it_is() {
    let survey = alone("1/4");
    let asked = &survey.questions()[0];
    for said in Said::ALL {
        let answer = asked.say(said).unwrap();
        assert_eq!(asked.said(&answer), Some(said));
        assert_eq!(asked.choice(&answer), None, "the truth is nowhere");
        for seed in 0..64 {
            let mut generator = ChaCha20Rng::seed_from_u64(seed);
            let submission = survey.randomize(&[Some(answer.clone())], &mut generator);
            let submission = submission.unwrap();
            let report = submission.reports()[0].as_ref().unwrap();
            assert_eq!(Said::of_report(report), Some(said));
            assert_eq!(submission.body(&survey).len(), survey.body_length());
        }
    }
}

/// An interface that knows nothing of secrets cannot hand the truth over, and silence is not sent.
#[test]
fn neither_the_truth_nor_silence_is_an_answer() {
    let survey = alone("1/4");
    let asked = &survey.questions()[0];
    assert!(asked.needs_answer() && !asked.offers_decline());
    for category in 0..2 {
        assert_eq!(asked.answer(category), Err(AnswerError::Kind));
    }
    assert_eq!(asked.no_answer(), None);
    let mut generator = ChaCha20Rng::seed_from_u64(1);
    let silent = survey.randomize(&[None], &mut generator).unwrap_err();
    assert_eq!(
        silent,
        SubmissionError::Unanswered("plagiarised".to_owned())
    );
    let yes_no = json!({ "id": "q", "type": "yes-no", "title": { "en": "?" } });
    let yes_no: Survey = serde_json::from_value(self::survey("1", &[yes_no])).unwrap();
    assert_eq!(
        yes_no.questions()[0].say(Said::Same),
        Err(AnswerError::Kind)
    );
}

/// Below one half and above it. Six standard errors, seeds fixed: a false alarm has a chance of 2e-9.
#[test]
fn shares_of_yes_and_no_are_estimated() {
    const PEOPLE: u32 = 20_000;
    for prevalence in ["3/20", "1/4", "3/4"] {
        let survey = alone(prevalence);
        let asked = &survey.questions()[0];
        let oracles = SurveyOracles::new(survey.clone()).unwrap();
        let mut tally = Tally::empty(&oracles);
        let mut generator = ChaCha20Rng::seed_from_u64(3);
        for person in 0..PEOPLE {
            // Of 10 people 3 have; what they say follows from a secret that is drawn for them.
            let answer = asked.answer_of_simulated(u32::from(person % 10 >= 3));
            let sheet: [Option<Answer>; 1] = [answer.ok()];
            let submission = survey.randomize(&sheet, &mut generator).unwrap();
            tally.add(&oracles, &submission).unwrap();
        }
        let results = tally.results(&oracles, Confidence::default());
        let found = &results.questions[0];
        assert_eq!(found.mechanism, "crosswise");
        let ids: Vec<_> = found.categories.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["yes", "no"]);
        for (category, truth) in found.categories.iter().zip([0.3, 0.7]) {
            let (share, error) = (category.estimate.unwrap(), category.standard_error.unwrap());
            assert!(
                (share - truth).abs() < 6.0 * error,
                "{prevalence}: {share} {error}"
            );
            assert!(error < 0.02, "{prevalence}: {error}");
        }
    }
}

/// What it costs counts at its nominal value, and under the plan `split` the others share the rest.
#[test]
fn what_it_costs_is_that_of_its_prevalence() {
    let survey = alone("25/100");
    assert_eq!(
        survey.questions()[0].epsilon(),
        "ln 3".parse().ok().as_ref()
    );
    assert_eq!(survey.privacy_loss().to_string(), "1.098613");
    assert!(survey.asks_by_secrets() && !survey.swaps_answers());
    let other = |id: &str| json!({ "id": id, "type": "yes-no", "title": { "en": "?" } });
    let mixed = self::survey("2", &[question("1/4"), other("a"), other("b")]);
    let mixed: Survey = serde_json::from_value(mixed).unwrap();
    // (2 − 1.098613) : 2, rounded down.
    let each = mixed.questions()[1].epsilon().unwrap();
    assert_eq!(each.to_string(), "0.450693");
    assert!(mixed.privacy_loss() <= mixed.epsilon().privacy_loss());
    let dear = self::survey("1", &[question("1/4")]);
    let refused = serde_json::from_value::<Survey>(dear)
        .unwrap_err()
        .to_string();
    assert!(refused.contains("cost 1.098613, more than"), "{refused}");
}

/// A device that has no designer reads it, and another share of people is another mechanism.
#[test]
fn it_is_published_without_integers_and_tells_what_changes() {
    let survey = alone("2/8");
    let published = serde_json::to_value(&survey).unwrap();
    let written = &published["questions"][0];
    assert_eq!(written["secret"]["prevalence"], "1/4");
    for absent in ["weights", "mechanism", "epsilon", "decline"] {
        assert!(written.get(absent).is_none(), "{absent}: {written}");
    }
    let strict = Survey::published(serde_json::from_value(published).unwrap()).unwrap();
    assert_eq!(strict, survey);
    assert_eq!(Survey::of_compiled(&survey.compile()).unwrap(), survey);
    let pinned = survey.pinned_parameters();
    assert!(
        pinned.contains("plagiarised yes no | crosswise ln 3 | 1 3\n"),
        "{pinned}"
    );
    assert_ne!(alone("3/4").pinned_parameters(), pinned);
}

/// A statement that is true of nobody, beside a secret of its own.
fn anchor(known: &str) -> Value {
    json!({
        "id": "moon", "type": "own-secret", "title": { "en": "I have been to the Moon." },
        "secret": {
            "title": { "en": "My grandmother was born in spring." }, "prevalence": "1/4", "known-share": known,
        },
    })
}

fn with_anchor(known: &str) -> Survey {
    serde_json::from_value(survey("3", &[question("1/4"), anchor(known)])).unwrap()
}

/// Counts of what 20,000 people say, of whom so many in five choose by chance in both questions, and of the others
/// 5 % have done it; where `habit` is true, every second says "exactly one" whatever is true.
fn said(survey: &Survey, careless: u32, habit: bool) -> sotto_survey::Results {
    let oracles = SurveyOracles::new(survey.clone()).unwrap();
    let mut tally = Tally::empty(&oracles);
    let mut generator = ChaCha20Rng::seed_from_u64(42);
    for person in 0..20_000_u32 {
        let reads = person % 5 >= careless;
        let sheet = survey.questions().iter().enumerate().map(|(index, asked)| {
            let has = index == 0 && (person / 5) % 20 == 0;
            if habit && person % 2 == 0 {
                asked.say(Said::Different).ok()
            } else if reads {
                asked.answer_of_simulated(u32::from(!has)).ok()
            } else {
                let coin = usize::from(generator.random_bool(0.5));
                asked.say(Said::ALL[coin]).ok()
            }
        });
        let sheet: Vec<_> = sheet.collect();
        let submission = survey.randomize(&sheet, &mut generator).unwrap();
        tally.add(&oracles, &submission).unwrap();
    }
    tally.results(&oracles, Confidence::default())
}

/// Six standard errors, the seed is fixed: a false alarm has a chance of 4e-9.
#[test]
fn an_anchor_takes_those_out_who_chose_without_reading() {
    let results = said(&with_anchor("0/1"), 1, false);
    let [asked, anchor] = &results.questions[..] else {
        panic!("two questions")
    };
    let near = |found: sotto_survey::ShareResults, truth: f64| {
        assert!(
            (found.estimate - truth).abs() < 6.0 * found.standard_error,
            "{found:?} {truth}"
        );
        assert!(found.standard_error < 0.02, "{found:?}");
    };
    // One in five says anything: .8·.05 + .2·.5.
    let read = asked.categories[0].estimate.unwrap();
    assert!(
        (read - 0.14).abs() < 6.0 * asked.categories[0].standard_error.unwrap(),
        "{read}"
    );
    let secret = asked.secret.as_ref().unwrap();
    let corrected = secret.corrected.unwrap();
    near(corrected.yes, 0.05);
    near(corrected.careless, 0.2);
    assert_eq!(secret.anchor.as_ref().unwrap().as_str(), "moon");
    assert_eq!(
        (secret.said_one, anchor.secret.as_ref().unwrap().said_one),
        (SaidOne::Fits, SaidOne::Fits)
    );
    // An anchor does not correct itself.
    assert!(anchor.secret.as_ref().unwrap().anchor.is_none());
}

/// Every second says "exactly one": of the anchor, .5 + .5·.25, which nobody says who reads or who takes either by chance.
#[test]
fn a_habit_of_saying_one_is_told() {
    let results = said(&with_anchor("0/1"), 0, true);
    let told: Vec<_> = results
        .questions
        .iter()
        .map(|one| one.secret.as_ref().unwrap().said_one)
        .collect();
    assert_eq!(told[1], SaidOne::TooOften);
    let without = alone("1/4");
    let results = said(&without, 0, false);
    let secret = results.questions[0].secret.as_ref().unwrap();
    assert_eq!(
        (secret.said_one, &secret.anchor, &secret.corrected),
        (SaidOne::Fits, &None, &None)
    );
}

/// Below the minimum nothing is told, and a device needs none of it.
#[test]
fn a_known_share_is_told_apart_where_it_matters() {
    let survey = with_anchor("1/20");
    let published = serde_json::to_value(&survey).unwrap();
    assert_eq!(published["questions"][1]["secret"]["known-share"], "1/20");
    assert!(
        published["questions"][0]["secret"]
            .get("known-share")
            .is_none()
    );
    let oracles = SurveyOracles::new(survey.clone()).unwrap();
    let nobody = Tally::empty(&oracles).results(&oracles, Confidence::default());
    assert!(nobody.questions.iter().all(|one| one.secret.is_none()));
    let edit = Edit::between(&survey, &with_anchor("0/1"));
    let kinds: Vec<_> = edit.changes().iter().map(|one| one.kind).collect();
    assert_eq!(kinds, [ChangeKind::KnownShare]);
    assert!(edit.keeps_counts());
}

/// One secret beside two questions tells of each person whether both statements are alike; of two people nothing.
#[test]
fn a_secret_protects_one_answer_of_a_person() {
    let mut twin = question("1/4");
    twin["id"] = json!("bought");
    let mut file = survey("3", &[question("1/4"), twin]);
    let refused = serde_json::from_value::<Survey>(file.clone())
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains("the secret is that of \"plagiarised\" too"),
        "{refused}"
    );
    file["plan"] = json!("fixed");
    file["arms"] = json!([["plagiarised", "bought"]]);
    assert!(serde_json::from_value::<Survey>(file).is_ok());
}
