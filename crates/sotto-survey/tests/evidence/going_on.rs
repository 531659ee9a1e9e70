//! What goes on being counted over an edit, and that nobody is counted twice in it.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_survey::{
    CountedSince, CountedVersion, Edit, Submission, SubmissionError, SubmissionFile, Survey,
    SurveyOracles, Tally,
};

fn file(version: u32) -> Value {
    let option = |id: &str| json!({ "id": id, "title": { "en": id } });
    let options = json!([option("a"), option("b"), option("c")]);
    json!({
        "sotto": 1, "id": "club", "version": version, "title": { "en": "Club" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "9", "minimum-reports": 1, "questions": [
            { "id": "well", "type": "yes-no", "title": { "en": "Well?" }, "epsilon": "1" },
            { "id": "tea", "type": "single-choice", "title": { "en": "Tea?" }, "epsilon": "1",
              "options": options },
            { "id": "milk", "type": "yes-no", "title": { "en": "Milk?" }, "epsilon": "1",
              "condition": { "question": "tea", "is": ["a"] } },
            { "id": "age", "type": "number", "title": { "en": "Age?" }, "epsilon": "1", "min": 0, "max": 100 },
            { "id": "smokes", "type": "yes-no", "title": { "en": "Smokes?" }, "epsilon": "1" },
            { "id": "drinks", "type": "yes-no", "title": { "en": "Drinks?" }, "epsilon": "1" }
        ],
        "link": [["smokes", "drinks"]]
    })
}

fn survey(file: &Value) -> Survey {
    serde_json::from_value(file.clone()).unwrap()
}

fn option_added(version: u32) -> Value {
    let mut file = file(version);
    let options = file["questions"][1]["options"].as_array_mut().unwrap();
    options.push(json!({ "id": "d", "title": { "en": "d" } }));
    file
}

/// What a collector publishes after another version.
fn published(old: &Survey, file: &Value) -> Survey {
    let new = survey(file);
    let counted_since = Edit::between(old, &new).counted_since((old, &new), old.version());
    new.counted_from(counted_since)
}

fn since(survey: &Survey) -> Vec<(&str, u32)> {
    let counted = survey.counted_since().iter();
    counted
        .map(|one| (one.question.as_str(), one.version))
        .collect()
}

/// One option more, and a question before others: whoever is asked "milk" depends on "tea", so that both begin anew.
#[test]
fn what_did_not_change_goes_on() {
    let first = survey(&file(1));
    assert_eq!(since(&first), []);
    let second = published(&first, &option_added(2));
    let going_on = [("well", 1), ("age", 1), ("smokes+drinks", 1)];
    assert_eq!(since(&second), going_on);

    let mut inserted = option_added(3);
    let new = json!({ "id": "new", "type": "yes-no", "title": { "en": "New?" }, "epsilon": "1" });
    inserted["questions"].as_array_mut().unwrap().insert(1, new);
    let third = published(&second, &inserted);
    let expected = [
        ("well", 1),
        ("tea", 2),
        ("milk", 2),
        ("age", 1),
        ("smokes+drinks", 1),
    ];
    assert_eq!(since(&third), expected);

    // Where all counts fit, what went on before goes on, and nothing else has to.
    let mut words = inserted.clone();
    words["version"] = json!(4);
    words["title"]["en"] = json!("Society");
    assert_eq!(since(&published(&third, &words)), expected);

    // Another range, and less ε for one of the linked questions.
    let mut changed = words.clone();
    changed["version"] = json!(5);
    changed["questions"][4]["max"] = json!(99);
    changed["questions"][5]["epsilon"] = json!("0.5");
    let fifth = published(&third, &changed);
    let expected = [("well", 1), ("new", 3), ("tea", 2), ("milk", 2)];
    assert_eq!(since(&fifth), expected);
}

/// Under `split` one question less changes every ε; in waves and under `sample` chance or the wave decides who reports.
#[test]
fn nothing_goes_on_where_every_integer_changes_or_not_everybody_reports() {
    let nothing = |change: &dyn Fn(&mut Value), edit: &dyn Fn(&mut Value)| {
        let mut first = file(1);
        change(&mut first);
        let mut second = first.clone();
        second["version"] = json!(2);
        edit(&mut second);
        assert_eq!(since(&published(&survey(&first), &second)), []);
    };
    let without_epsilon = |file: &mut Value| {
        for question in file["questions"].as_array_mut().unwrap() {
            question.as_object_mut().unwrap().remove("epsilon");
        }
    };
    let fewer = |file: &mut Value| {
        file["questions"].as_array_mut().unwrap().remove(3);
    };
    nothing(
        &|file| {
            without_epsilon(file);
            file["plan"] = json!("split");
        },
        &fewer,
    );
    nothing(
        &|file| {
            without_epsilon(file);
            file["plan"] = json!("sample");
            file["sample"] = json!(2);
        },
        &fewer,
    );
    nothing(
        &|file| {
            without_epsilon(file);
            // Waves ask for no numbers.
            fewer(file);
            file["plan"] = json!("split");
            file["epsilon-first"] = json!("3");
        },
        &|_| {},
    );
}

fn submission(survey: &Survey, seed: u64) -> Submission {
    let answers = vec![None; survey.questions().len()];
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    survey.randomize(&answers, &mut rng).unwrap()
}

fn read(body: &str, survey: &Survey) -> Result<Submission, SubmissionError> {
    let file: SubmissionFile = serde_json::from_str(body).unwrap();
    Submission::check(file, survey)
}

/// A device whose copy of the first version arrived sends nothing again of what goes on, in a body of the same length;
/// nobody may leave out anything else.
#[test]
fn a_second_copy_leaves_out_what_goes_on_and_nothing_else() {
    let first = survey(&file(1));
    let second = published(&first, &option_added(2));
    let whole = submission(&second, 5);
    let again = whole.clone().without_counted(&second, |since| since <= 1);
    let untouched = whole.clone().without_counted(&second, |_| false);
    assert_eq!(untouched, whole);
    let (body, shorter) = (whole.body(&second), again.body(&second));
    assert_eq!(body.len(), shorter.len());
    assert_eq!(read(&shorter, &second).unwrap(), again);
    let sent: Value = serde_json::from_str(&shorter).unwrap();
    for (name, goes_on) in [
        ("well", true),
        ("tea", false),
        ("milk", false),
        ("age", true),
        ("smokes+drinks", true),
    ] {
        assert_eq!(sent["reports"][name].is_null(), goes_on, "{name}");
    }
    let mut missing = sent.clone();
    missing["reports"]["tea"] = json!(null);
    assert!(read(&missing.to_string(), &second).is_err());
    // To the first version, of which nothing went on before, it has to be whole.
    let mut to_first: Value = serde_json::from_str(&submission(&first, 6).body(&first)).unwrap();
    to_first["reports"]["well"] = json!(null);
    assert!(read(&to_first.to_string(), &first).is_err());
}

/// 40 people answer the first version, 30 the second, of whom 10 had answered before: what goes on is counted from 60
/// people, all else from 30, and each report of everybody is in it once.
#[test]
fn nobody_is_counted_twice_in_what_goes_on() {
    let first = survey(&file(1));
    let second = published(&first, &option_added(2));
    let before: Vec<_> = (0..40).map(|seed| submission(&first, seed)).collect();
    let now: Vec<_> = (40..70)
        .map(|seed| submission(&second, seed).without_counted(&second, |_| seed < 50))
        .collect();
    let (of_first, of_second) = (
        SurveyOracles::new(first.clone()).unwrap(),
        SurveyOracles::new(second.clone()).unwrap(),
    );
    let tally = |oracles: &SurveyOracles, all: &[Submission]| {
        Tally::of_submissions(oracles, &all.iter().collect::<Vec<_>>()).unwrap()
    };
    let (old, new) = (tally(&of_first, &before), tally(&of_second, &now));
    let versions = [
        CountedVersion {
            oracles: &of_second,
            tally: &new,
            fits: true,
        },
        CountedVersion {
            oracles: &of_first,
            tally: &old,
            fits: false,
        },
    ];
    let sum = Tally::of_versions(&versions, 1).unwrap();
    let results = sum.results(&of_second, sotto_ldp::Confidence::default());
    let reports: Vec<_> = results
        .questions
        .iter()
        .map(|one| (one.id.as_str(), one.reports))
        .collect();
    let expected = [
        ("well", 60),
        ("tea", 30),
        ("milk", 30),
        ("age", 60),
        ("smokes", 60),
        ("drinks", 60),
    ];
    assert_eq!(reports, expected);
    // By hand: the first part is that of "well".
    let by_hand = |all: &[Submission]| -> u64 {
        let reports = all.iter().filter_map(|one| one.reports()[0].as_ref());
        reports.map(|one| u64::from(one.to_string() == "0")).sum()
    };
    assert_eq!(sum.counts()[0].sums()[0], by_hand(&before) + by_hand(&now));
    // Below the minimum a version adds nothing.
    let few = Tally::of_versions(&versions, 41).unwrap();
    assert_eq!(few.counts()[0].reports(), 0);
}

/// It stands in what is published and in what devices load; what names nothing of the survey, or no earlier version, is
/// left out.
#[test]
fn it_stands_in_what_is_published() {
    let first = survey(&file(1));
    let second = published(&first, &option_added(2));
    let json = serde_json::to_value(&second).unwrap();
    assert_eq!(
        json["counted-since"][0],
        json!({ "question": "well", "version": 1 })
    );
    assert_eq!(survey(&json), second);
    assert_eq!(Survey::of_compiled(&second.compile()).unwrap(), second);
    let one = |question: &str, version| CountedSince {
        question: question.to_owned(),
        version,
    };
    let named = [
        one("well", 1),
        one("age", 2),
        one("tea", 0),
        one("nobody", 1),
    ];
    let kept = second.counted_from(named.to_vec());
    assert_eq!(since(&kept), [("well", 1)]);
}
