//! Submissions to surveys with questions of every type, and to one in waves: any bytes are one, which
//! is counted, or they are refused.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sotto_survey::{Submission, SubmissionFile, Survey, SurveyOracles, Tally};

const WAVES: &str = r#"{"sotto":1,"id":"mood","version":1,"title":{"en":"Mood"},"languages":["en"],
    "plan":"fixed","epsilon":"4","epsilon-first":"2","questions":[
    {"id":"well","type":"yes-no","title":{"en":"Well?"},"epsilon":"2"},
    {"id":"meal","type":"single-choice","title":{"en":"What?"},"epsilon":"2",
     "options":[{"id":"rice","title":{"en":"Rice"}},{"id":"bread","title":{"en":"Bread"}}]}]}"#;

static SURVEYS: LazyLock<[SurveyOracles; 3]> = LazyLock::new(|| {
    [
        include_str!("../../www/surveys/census.json"),
        include_str!("../../www/surveys/every-type.json"),
        WAVES,
    ]
    .map(|file| {
        let survey: Survey = serde_json::from_str(file).expect("a survey");
        SurveyOracles::new(survey).expect("a survey's own integers")
    })
});

fuzz_target!(|data: &[u8]| {
    for oracles in &*SURVEYS {
        let survey = oracles.survey();
        let Ok(file) = serde_json::from_slice::<SubmissionFile>(data) else {
            return;
        };
        let Ok(submission) = Submission::check(file, survey) else {
            continue;
        };
        let body = submission.body(survey);
        let again = serde_json::from_str(&body).expect("its own body");
        assert_eq!(Submission::check(again, survey).as_ref(), Ok(&submission));
        let mut tally = Tally::empty(oracles);
        tally
            .add(oracles, &submission)
            .expect("a checked submission is counted");
    }
});
