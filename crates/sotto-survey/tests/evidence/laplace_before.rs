//! A survey that published Laplace before its reports were cut at the ends of the range, by two integers: it
//! is read, asked, counted and edited as it was, and what would not fit its counts is told.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::{Confidence, Counts, PrivacyLoss};
use sotto_survey::{
    ChangeKind, Edit, EditClass, ReportId, Submission, SubmissionFile, Survey, SurveyOracles, Tally,
};

/// As collectors stored it: numbers from 0 to 100, γ = 1/100, so ε = 1.
fn published() -> Value {
    let text = json!({ "en": "?" });
    json!({
        "sotto": 1, "id": "hours", "version": 1, "title": text, "languages": ["en"],
        "plan": "fixed", "epsilon": "1",
        "questions": [
            { "id": "hours", "type": "number", "title": text, "decline": false,
              "min": 0, "max": 100, "step": 1, "epsilon": "1",
              "mechanism": "laplace", "weights": ["1000000", "100000000"] },
        ],
    })
}

fn survey(file: &Value) -> Survey {
    serde_json::from_value(file.clone()).unwrap()
}

/// What a device sends whose report is that cell.
fn body(version: u32, cell: u64) -> SubmissionFile {
    let report_id = ReportId::draw(&mut ChaCha20Rng::seed_from_u64(cell)).to_string();
    let reports = json!({ "hours": cell });
    let body = json!({ "version": version, "report_id": report_id, "reports": reports });
    serde_json::from_value(body).unwrap()
}

#[test]
fn it_is_read_and_written_as_it_was() {
    let before = survey(&published());
    let written = serde_json::to_value(&before).unwrap();
    let question = |file: &Value| file["questions"][0].clone();
    assert_eq!(
        question(&written)["weights"],
        question(&published())["weights"]
    );
    assert_eq!(survey(&written), before);
    assert_eq!(Survey::of_compiled(&before.compile()).unwrap(), before);
    assert_eq!(
        before.pinned_parameters(),
        "sotto 1 hours 1\nhours | laplace 1 | 0 to 100 by 1: 1000000 100000000\n"
    );
    assert_eq!(before.privacy_loss(), PrivacyLoss::from_micros(1_000_000));
}

/// 32 scales of 100 steps on either side of the range are counted, each cell as the number that it is.
#[test]
fn stored_counts_and_submissions_are_counted_as_they_were() {
    let oracles = SurveyOracles::new(survey(&published())).unwrap();
    let empty = oracles.empty_counts();
    assert_eq!(empty[0].sums().len(), 101 + 2 * 3200);
    let mut generator = ChaCha20Rng::seed_from_u64(3);
    let mut tally = Tally::empty(&oracles);
    let (mut sums, mut total) = (vec![0; 6501], 0);
    let question = &oracles.survey().questions()[0];
    for person in 0..500 {
        let answer = question.answer_number((person % 90).into()).unwrap();
        let submission = oracles.survey().randomize(&[Some(answer)], &mut generator);
        let submission = submission.unwrap();
        let body = submission.body(oracles.survey());
        let sent: Value = serde_json::from_str(&body).unwrap();
        let cell = sent["reports"]["hours"].as_u64().unwrap();
        total += i64::try_from(cell).unwrap() - 3200;
        sums[usize::try_from(cell).unwrap()] += 1;
        tally.add(&oracles, &submission).unwrap();
    }
    // Most reports lie beyond the range.
    let within: u64 = sums[3200..=3300].iter().sum();
    assert!(within < 250, "{within}");
    for cell in [0, 6500] {
        let submission = Submission::check(body(1, cell), oracles.survey()).unwrap();
        tally.add(&oracles, &submission).unwrap();
        sums[usize::try_from(cell).unwrap()] += 1;
        total += i64::try_from(cell).unwrap() - 3200;
    }
    assert!(Submission::check(body(1, 6501), oracles.survey()).is_err());
    let stored = Counts::new(502, sums).unwrap();
    assert_eq!(tally.counts(), std::slice::from_ref(&stored));
    // What lies in a database since then.
    let loaded = Tally::of_counts(&oracles, vec![stored]);
    for tally in [tally, loaded] {
        let results = tally.results(&oracles, Confidence::default());
        let mean = results.questions[0].mean.unwrap();
        let expected = total as f64 / 502.0;
        assert!((mean.estimate - expected).abs() < 1e-9, "{expected}");
        // The variance of the noise is 2·100², and that of the answers at most 50².
        let deviation = mean.standard_error * 502_f64.sqrt();
        assert!((141.4..=150.0).contains(&deviation), "{deviation}");
    }
}

fn next(change: impl Fn(&mut Value)) -> Survey {
    let mut file = published();
    file["version"] = json!(2);
    change(&mut file);
    survey(&file)
}

#[test]
fn an_edit_that_keeps_its_integers_keeps_its_counts() {
    let edited = next(|file| file["title"]["en"] = json!("Hours"));
    let edit = Edit::between(&survey(&published()), &edited);
    assert!(edit.keeps_counts());
    assert_eq!(edit.class(), EditClass::Words);
}

/// The reports of either would be read wrongly by the other, so they are never added.
#[test]
fn an_edit_that_has_them_made_again_is_told() {
    let before = survey(&published());
    let edited = next(|file| {
        let question = file["questions"][0].as_object_mut().unwrap();
        question.remove("weights");
    });
    assert_eq!(
        edited.questions()[0].parts()[0].parameters(),
        [1_000_000, 100_000_000, 0]
    );
    let edit = Edit::between(&before, &edited);
    assert!(!edit.keeps_counts());
    assert_eq!(edit.class(), EditClass::Structural);
    let [change] = edit.changes() else {
        panic!("one change: {edit:?}");
    };
    assert_eq!(change.kind, ChangeKind::Weights);
    assert_eq!(change.pointer, "/questions/0/weights");
    let said = change.to_string();
    assert!(said.contains("its counts start at zero"), "{said}");
    assert!(said.contains("\"weights\" keep them"), "{said}");
    // Counts and reports of the one are none of the other.
    let oracles = SurveyOracles::new(edited).unwrap();
    assert_eq!(oracles.empty_counts()[0].sums().len(), 101);
    let mut counts = Tally::empty(&oracles);
    let old = SurveyOracles::new(before).unwrap();
    assert!(counts.merge(&Tally::empty(&old)).is_err());
    let late = body(2, 4000);
    assert!(Submission::check(late, oracles.survey()).is_err());
}
