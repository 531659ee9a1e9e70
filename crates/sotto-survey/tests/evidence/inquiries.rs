//! What a reader asks of results: the same figures as the results' own where they say them too, and
//! refused where there are none.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::{Confidence, EstimateError};
use sotto_survey::{
    Group, InquiryError, Question, Results, Source, Survey, SurveyOracles, Tally, p_value_of,
};

const PEOPLE: u32 = 4_000;

fn options(ids: &[&str]) -> Value {
    let option = |id: &&str| json!({ "id": id, "title": { "en": id } });
    ids.iter().map(option).collect()
}

/// Two linked questions, two arms, one of three answers and one of a mechanism that tells no groups apart.
fn survey() -> Survey {
    let yes_no = |id: &str| {
        json!({ "id": id, "type": "yes-no", "title": { "en": id }, "epsilon": "1",
                "decline": false })
    };
    let hashed = json!({ "id": "hashed", "type": "single-choice", "title": { "en": "?" },
        "epsilon": "1", "mechanism": "optimized-local-hashing", "decline": false,
        "options": options(&["a", "b", "c"]) });
    let three = json!({ "id": "three", "type": "single-choice", "title": { "en": "?" },
        "epsilon": "1", "mechanism": "direct-encoding", "decline": true,
        "options": options(&["a", "b", "c"]) });
    let number = json!({ "id": "number", "type": "number", "title": { "en": "?" }, "min": 0,
        "max": 9, "epsilon": "1", "decline": false });
    serde_json::from_value(json!({
        "sotto": 1, "id": "asked", "version": 1, "title": { "en": "Asked" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "9", "population": "respondents",
        "questions": [yes_no("smokes"), yes_no("old"), yes_no("direct"), yes_no("soft"), three,
                      hashed, number],
        "link": [["smokes", "old"]], "arms": [["direct", "soft"]],
    }))
    .unwrap()
}

fn results(survey: &Survey, people: u32) -> Results {
    let oracles = SurveyOracles::new(survey.clone()).unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(16);
    let copies: Vec<_> = (0..people)
        .map(|person| {
            // 40 in 100 smoke; 3 in 4 of them are old, of the others 1 in 3.
            let smokes = person % 5 < 2;
            let old = if smokes {
                person % 4 < 3
            } else {
                person % 3 < 1
            };
            let answers = [!smokes, !old, person % 2 == 0, person % 2 == 0].map(u32::from);
            let answers = answers
                .into_iter()
                .chain([person % 3, person % 3, person % 10]);
            let sheet = survey.questions().iter().zip(answers);
            let sheet: Vec<_> = sheet
                .map(|(question, answer)| match question.id().as_str() {
                    "number" => question
                        .answer_number(i32::try_from(answer).unwrap().into())
                        .ok(),
                    _ => question.answer(answer).ok(),
                })
                .collect();
            survey.randomize(&sheet, &mut generator).unwrap()
        })
        .collect();
    let all: Vec<_> = copies.iter().collect();
    let tally = Tally::of_submissions(&oracles, &all).unwrap();
    tally.results(&oracles, Confidence::default())
}

fn question<'a>(survey: &'a Survey, id: &str) -> &'a Question {
    let mut questions = survey.questions().iter();
    questions.find(|one| one.id().as_str() == id).unwrap()
}

const YES: Group<'static> = Group {
    question: 0,
    categories: &[0],
};

#[test]
fn one_category_is_told_as_by_the_results() {
    let survey = survey();
    let results = results(&survey, PEOPLE);
    let confidence = Confidence::default();
    for id in ["smokes", "old", "direct", "soft", "three", "hashed"] {
        let question = question(&survey, id);
        let source = Source::of(&survey, &results, question, None).unwrap();
        let found = results
            .questions
            .iter()
            .find(|one| one.id == *question.id());
        for (index, category) in found.unwrap().categories.iter().enumerate() {
            let group = Group {
                question: Source::index_of(&survey, question),
                categories: &[index],
            };
            let told = source.share(group, confidence).unwrap();
            let [low, high] = category.interval.unwrap();
            for (told, expected) in [
                (told.estimate, category.estimate.unwrap()),
                (told.standard_error, category.standard_error.unwrap()),
                (told.interval[0], low),
                (told.interval[1], high),
            ] {
                assert!(
                    (told - expected).abs() < 1e-9,
                    "{id} {index}: {told} {expected}"
                );
            }
        }
    }
}

/// Every figure lies within six standard errors of the truth: by chance one does not once in 10⁸, and the
/// seed is fixed.
#[test]
fn what_is_asked_is_near_the_truth() {
    let survey = survey();
    let results = results(&survey, PEOPLE);
    let confidence = Confidence::default();
    let of = |id| Source::of(&survey, &results, question(&survey, id), None).unwrap();
    let near = |found: sotto_survey::ShareResults, truth: f64| {
        let [low, high] = found.interval;
        assert!(low < found.estimate && found.estimate < high, "{found:?}");
        let away = (found.estimate - truth).abs();
        assert!(away < 6.0 * found.standard_error, "{found:?} {truth}");
    };
    let group = |question, categories| Group {
        question,
        categories,
    };
    let linked = of("smokes");
    let old = group(1, &[0]);
    let (smokers, others) = (group(0, &[0]), group(0, &[1]));
    near(linked.share_among(old, smokers, confidence).unwrap(), 0.75);
    let apart = |confidence| linked.difference_among(old, (smokers, others), confidence);
    near(apart(confidence).unwrap(), 0.75 - 1.0 / 3.0);
    assert!(p_value_of(apart).unwrap() < 0.001);
    let three = of("three");
    near(
        three.share(group(0, &[0, 1]), confidence).unwrap(),
        2.0 / 3.0,
    );
    let nothing = |confidence| three.difference(group(0, &[0]), group(0, &[1]), confidence);
    near(nothing(confidence).unwrap(), 0.0);
    assert!(p_value_of(nothing).unwrap() > 1e-6);
    let (direct, soft) = (of("direct"), of("soft"));
    near(
        direct
            .difference_from(YES, (&soft, YES), confidence)
            .unwrap(),
        0.0,
    );
    assert!(!direct.is_of_all() && three.is_of_all());
}

#[test]
fn what_has_no_answer_is_refused() {
    let survey = survey();
    let results = results(&survey, 40);
    let number = Source::of(&survey, &results, question(&survey, "number"), None);
    assert_eq!(number.err(), Some(InquiryError::NoCategories));
    let nobody = self::results(&survey, 0);
    let none = Source::of(&survey, &nobody, question(&survey, "three"), None);
    assert_eq!(none.err(), Some(InquiryError::TooFew));
    let confidence = Confidence::default();
    let hashed = Source::of(&survey, &results, question(&survey, "hashed"), None).unwrap();
    let two = Group {
        question: 0,
        categories: &[0, 1],
    };
    let refused = |found| {
        assert!(
            matches!(
                found,
                Err(InquiryError::Estimate(EstimateError::NoGroups { .. }))
            ),
            "{found:?}"
        );
    };
    refused(hashed.share(two, confidence));
    let three = Source::of(&survey, &results, question(&survey, "three"), None).unwrap();
    refused(three.difference(YES, two, confidence));
    // Not among a question that is not there.
    let beyond = Group {
        question: 7,
        categories: &[0],
    };
    refused(three.share(beyond, confidence));
    refused(three.share_among(YES, beyond, confidence));
}
