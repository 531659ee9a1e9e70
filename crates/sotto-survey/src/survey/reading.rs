//! From JSON or a file to a valid survey, or to everything that is wrong with it.

use serde::{Deserialize, Deserializer, de::Error as _};

use super::{Survey, building::build, design::design, is_weak, orders::check_orders};
use crate::file::{
    fault::{FaultCause, Faults, Sink},
    json::Json,
    survey_file::SurveyFile,
};

impl<'de> Deserialize<'de> for Survey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(Json::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Whether all that a look of its own draws can be read.
#[cfg(feature = "whole")]
fn check_look(survey: &Survey, sink: &Sink) {
    if let Some(theme) = survey.theme_file() {
        theme.check(&sink.root().key("theme"));
    }
}

/// Completes what the file leaves open.
impl TryFrom<SurveyFile> for Survey {
    type Error = Faults;

    fn try_from(file: SurveyFile) -> Result<Self, Faults> {
        Self::complete(file, Sink::default(), false)
    }
}

impl Survey {
    /// Reads a survey, and computes what it leaves open.
    ///
    /// # Errors
    /// Everything that is wrong with it. What depends on a value that cannot be used is judged once
    /// that value can.
    pub fn read(json: Json) -> Result<Self, Faults> {
        Self::read_for(json, false)
    }

    /// The same for a survey that is about to be published: one whose ε is so great that answers are
    /// [hardly protected](Self::protects_weakly) needs its designer's word that this is meant.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn to_publish(json: Json) -> Result<Self, Faults> {
        Self::read_for(json, true)
    }

    fn read_for(json: Json, needs_word: bool) -> Result<Self, Faults> {
        let sink = Sink::default();
        match SurveyFile::read_at(json, &sink.root()) {
            Some(file) => Self::complete(file, sink, needs_word),
            None => sink.end(None),
        }
    }

    fn complete(file: SurveyFile, sink: Sink, needs_word: bool) -> Result<Self, Faults> {
        let ids: Vec<_> = file.questions.iter().map(|one| one.id.clone()).collect();
        let (declared, has_word) = (file.epsilon, file.weak_protection);
        let made = build(file, design, &sink);
        if needs_word && is_weak(&declared) && !has_word {
            let cause = || FaultCause::WeakProtection(declared);
            sink.root().key("epsilon").fault(cause);
        }
        if let Some(survey) = &made {
            check_orders(survey, &sink.root());
            #[cfg(feature = "whole")]
            check_look(survey, &sink);
        }
        sink.end(made).map_err(|faults| faults.of_questions(&ids))
    }

    /// Reads a survey that was published: it names every mechanism and all of its integers, so that
    /// nothing has to be computed from ε, which takes a device less code and less time.
    ///
    /// # Errors
    /// Everything that is wrong with it, or left open.
    pub fn published(file: SurveyFile) -> Result<Self, Faults> {
        let sink = Sink::default();
        let made = build(file, |_| Err(FaultCause::Unpublished), &sink);
        // On a device the element does that: the compiled survey says the colours.
        #[cfg(all(feature = "whole", not(target_arch = "wasm32")))]
        if let Some(survey) = &made {
            check_look(survey, &sink);
        }
        sink.end(made)
    }
}
