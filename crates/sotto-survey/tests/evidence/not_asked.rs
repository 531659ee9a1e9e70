//! Of a question with a condition: who was not asked is told apart from who preferred not to answer.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::Confidence;
use sotto_survey::{
    Answer, NotAskedResults, QuestionResults, Results, Submission, Survey, SurveyOracles, Tally,
};

/// Whether one smokes, and of smokers whether they have tried to stop.
fn file(population: &str, condition: &Value, then: &Value) -> Value {
    let mut tried = json!({
        "id": "tried", "type": "yes-no", "title": { "en": "Have you tried to stop?" }, "decline": true,
        "condition": condition,
    });
    let (Value::Object(tried), Value::Object(then)) = (&mut tried, then.clone()) else {
        return Value::Null;
    };
    tried.extend(then);
    json!({
        "sotto": 1, "id": "smoking", "version": 1, "title": { "en": "Smoking" }, "languages": ["en"],
        "plan": "split", "epsilon": "4", "population": population,
        "questions": [
            { "id": "smokes", "type": "single-choice", "title": { "en": "Do you smoke?" }, "decline": true,
              "options": [
                  { "id": "daily", "title": { "en": "Daily" } }, { "id": "at-times", "title": { "en": "At times" } },
                  { "id": "never", "title": { "en": "Never" } },
              ] },
            tried,
        ],
    })
}

fn survey(file: Value) -> Survey {
    serde_json::from_value(file).unwrap()
}

fn smokers() -> Value {
    json!({ "question": "smokes", "is": ["daily", "at-times"] })
}

/// What a person answers of both: the indices of categories.
type Person = (u32, Option<u32>);

/// Of twenty people eight smoke, of whom two will not say whether they have tried to stop; one declines the first.
const TWENTY: [(Person, usize); 6] = [
    ((0, Some(0)), 3),
    ((0, Some(2)), 1),
    ((1, Some(1)), 3),
    ((1, Some(2)), 1),
    ((2, None), 11),
    ((3, None), 1),
];

fn submissions(survey: &Survey, times: usize, seed: u64) -> Vec<Submission> {
    let mut generator = ChaCha20Rng::seed_from_u64(seed);
    let [first, second] = [&survey.questions()[0], &survey.questions()[1]];
    let people = TWENTY
        .iter()
        .flat_map(|(person, count)| vec![person; count * times]);
    let answer = |(smokes, tried): &Person| -> [Option<Answer>; 2] {
        [
            Some(first.answer(*smokes).unwrap()),
            tried.map(|tried| second.answer(tried).unwrap()),
        ]
    };
    people
        .map(|person| survey.randomize(&answer(person), &mut generator).unwrap())
        .collect()
}

fn results(survey: &Survey, submissions: &[Submission]) -> Results {
    let oracles = SurveyOracles::new(survey.clone()).unwrap();
    let submissions: Vec<_> = submissions.iter().collect();
    let tally = Tally::of_submissions(&oracles, &submissions).unwrap();
    tally.results(&oracles, Confidence::default())
}

fn told(results: &Results) -> &NotAskedResults {
    results.questions[1].not_asked.as_ref().unwrap()
}

fn share(question: &QuestionResults, id: &str) -> f64 {
    let found = question.categories.iter().find(|one| one.id == id);
    found.unwrap().estimate.unwrap()
}

/// Computed another way: of the one question the shares of those of whom the condition does not hold, of the other what
/// is then left to one.
#[test]
fn the_two_add_up_to_what_was_reported_as_declined() {
    let survey = survey(file("respondents", &smokers(), &json!({})));
    let results = results(&survey, &submissions(&survey, 10, 1));
    let [smokes, tried] = [&results.questions[0], &results.questions[1]];
    let told = told(&results);
    let not_asked = share(smokes, "never") + share(smokes, "decline");
    assert_eq!(told.condition_on.as_str(), "smokes");
    assert!((told.not_asked.estimate - not_asked).abs() < 1e-9);
    let others = share(tried, "yes") + share(tried, "no") + not_asked;
    assert!((told.declined.estimate + others - 1.0).abs() < 1e-9);
    assert!(smokes.not_asked.is_none());
}

/// Of exactly these people and of a population. 400 surveys each; where the interval holds in 95 of 100, it holds in
/// fewer than 357 with a chance of 10⁻⁶.
#[test]
fn the_intervals_hold() {
    for population in ["respondents", "sampled"] {
        let survey = survey(file(population, &smokers(), &json!({})));
        let held = (0..400).filter(|seed| {
            let results = results(&survey, &submissions(&survey, 10, 7_000 + seed));
            let [low, high] = told(&results).declined.interval;
            (low..=high).contains(&0.1)
        });
        let held = held.count();
        assert!(held >= 357, "{population}: {held} of 400");
    }
}

/// Whoever smokes is asked, however that is written.
#[test]
fn any_condition_on_one_question_is_worked_out() {
    let never = json!({ "question": "smokes", "is": ["never"] });
    let declined = json!({ "question": "smokes", "is": ["decline"] });
    let same = [
        json!({ "not": { "any": [never, declined] } }),
        json!({ "all": [smokers(), { "not": { "question": "smokes", "is": ["never"] } }] }),
        json!({ "any": [
            { "question": "smokes", "is": ["daily"] }, { "question": "smokes", "is": ["at-times"] },
        ] }),
    ];
    let plain = survey(file("respondents", &smokers(), &json!({})));
    let expected = results(&plain, &submissions(&plain, 10, 3));
    for condition in same {
        let survey = survey(file("respondents", &condition, &json!({})));
        let results = results(&survey, &submissions(&survey, 10, 3));
        assert_eq!(told(&results), told(&expected), "{condition}");
    }
}

/// A number has no category for those who declined: it is what the share of those who gave one leaves.
#[test]
fn a_number_tells_them_apart_as_well() {
    let number =
        json!({ "type": "slider", "min": 0, "max": 40, "step": 1, "title": { "en": "How many?" } });
    let survey = survey(file("respondents", &smokers(), &number));
    let second = &survey.questions()[1];
    let mut generator = ChaCha20Rng::seed_from_u64(5);
    let first = survey.questions()[0].answer(2).unwrap();
    let submissions: Vec<_> = (0..600)
        .map(|_| {
            survey
                .randomize(&[Some(first.clone()), None], &mut generator)
                .unwrap()
        })
        .collect();
    let results = results(&survey, &submissions);
    let told = told(&results);
    let answered = results.questions[1].answered.unwrap();
    let left = 1.0 - answered.estimate - told.not_asked.estimate;
    assert!(
        (told.declined.estimate - left).abs() < 1e-9,
        "{:?}",
        second.id()
    );
    assert!(told.not_asked.interval[0] <= 1.0 && told.declined.interval[0] <= 0.0);
}

/// Where it cannot be computed nothing is said: two questions in the condition, a linked question, a lot, too few reports.
#[test]
fn elsewhere_nothing_is_told() {
    let untold = |file: Value| {
        let survey = survey(file);
        let results = results(&survey, &submissions(&survey, 10, 1));
        assert!(
            results.questions.iter().all(|one| one.not_asked.is_none()),
            "{}",
            survey.id()
        );
    };
    let plain = || file("respondents", &smokers(), &json!({}));
    let mut linked = plain();
    linked["link"] = json!([["smokes", "tried"]]);
    untold(linked);
    let mut by_lot = plain();
    by_lot["plan"] = json!("sample");
    by_lot["sample"] = json!(1);
    untold(by_lot);
    let mut many = plain();
    many["minimum-reports"] = json!(500);
    untold(many);
}
