//! What a damaged database may hold: settings, roles, and counts of two surveys. Rows are in
//! `requests`, definitions in `survey_file`.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sotto_collector::foreign_bytes;
use sotto_survey::SurveyOracles;

static ORACLES: LazyLock<[SurveyOracles; 2]> = LazyLock::new(|| {
    [
        include_str!("../../www/surveys/census.json"),
        include_str!("../../www/surveys/every-type.json"),
    ]
    .map(|file| {
        let survey = serde_json::from_str(file).expect("a survey");
        SurveyOracles::new(survey).expect("a survey's own integers")
    })
});

fuzz_target!(|data: &[u8]| {
    for oracles in &*ORACLES {
        foreign_bytes::stored(data, oracles);
    }
});
