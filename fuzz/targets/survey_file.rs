//! Survey files: any bytes are a survey, which prints so that it reads back as itself, or they are
//! refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sotto_survey::Survey;

fuzz_target!(|data: &[u8]| {
    if let Ok(survey) = serde_json::from_slice::<Survey>(data) {
        let printed = serde_json::to_string(&survey).expect("a survey is printable");
        let again: Survey = serde_json::from_str(&printed).expect("a survey reads back");
        assert_eq!(serde_json::to_string(&again).ok(), Some(printed));
        assert!(survey.privacy_loss() <= survey.epsilon().privacy_loss());
    }
});
