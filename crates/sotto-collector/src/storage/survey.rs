//! A version of a survey, as the storage knows it.

use sotto_survey::{Survey, SurveyOracles};

/// By what a version of a survey is known in every table. Never given twice.
pub type SurveyKey = i64;

/// A version of a survey as it is stored.
pub struct StoredSurvey {
    /// Its key.
    pub key: SurveyKey,
    /// The survey, and what counts and estimates it.
    pub oracles: SurveyOracles,
    /// Whether it collects no more, for good.
    pub closed: bool,
    /// The code of the room whose answers it takes; none of a designer's survey.
    pub room: Option<String>,
}

impl StoredSurvey {
    /// The survey.
    #[must_use]
    pub fn survey(&self) -> &Survey {
        self.oracles.survey()
    }
}
