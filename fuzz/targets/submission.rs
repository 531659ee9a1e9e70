//! Submissions to the sample survey: any bytes are one, which is counted, or they are refused.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sotto_survey::{Submission, SubmissionFile, Survey, SurveyOracles, Tally};

static ORACLES: LazyLock<SurveyOracles> = LazyLock::new(|| {
    let census: Survey =
        serde_json::from_str(include_str!("../../www/surveys/census.json")).expect("a survey");
    SurveyOracles::new(census).expect("a survey's own integers")
});

fuzz_target!(|data: &[u8]| {
    let census = ORACLES.survey();
    let Ok(file) = serde_json::from_slice::<SubmissionFile>(data) else {
        return;
    };
    let Ok(submission) = Submission::check(file, census) else {
        return;
    };
    let body = submission.body(census);
    let again = serde_json::from_str(&body).expect("its own body");
    assert_eq!(Submission::check(again, census).as_ref(), Ok(&submission));
    let mut tally = Tally::empty(&ORACLES);
    tally.add(&ORACLES, &submission).expect("a checked submission is counted");
});
