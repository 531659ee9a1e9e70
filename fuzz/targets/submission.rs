//! Submissions to the sample survey: any bytes are one, which is counted, or they are refused.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sotto_survey::{Submission, SubmissionFile, Survey, Tally};

static CENSUS: LazyLock<Survey> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../www/surveys/census.json")).expect("a survey")
});

fuzz_target!(|data: &[u8]| {
    let Ok(file) = serde_json::from_slice::<SubmissionFile>(data) else {
        return;
    };
    let Ok(submission) = Submission::check(file, &CENSUS) else {
        return;
    };
    let body = submission.body(&CENSUS);
    let again = serde_json::from_str(&body).expect("its own body");
    assert_eq!(Submission::check(again, &CENSUS).as_ref(), Ok(&submission));
    let mut tally = Tally::empty(&CENSUS);
    tally.add(&CENSUS, &submission).expect("a checked submission is counted");
});
