//! Compiled surveys: any bytes are a survey, which is written so that it reads back as itself, or they are
//! refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sotto_survey::Survey;

fuzz_target!(|data: &[u8]| {
    if let Ok(survey) = Survey::of_compiled(data) {
        let written = survey.compile();
        let again = Survey::of_compiled(&written).expect("a survey reads back");
        assert!(again == survey);
        assert_eq!(again.compile(), written);
        assert!(survey.privacy_loss() <= survey.epsilon().privacy_loss());
    }
});
