//! What keeps a draft from being a survey: the faults of sotto-survey, each with its question and line.

use sotto_survey::{Fault, Json, Survey};

use crate::draft::Draft;

/// What a draft is.
#[derive(Clone, Debug, PartialEq)]
pub enum Checked {
    /// A survey that can be asked.
    Survey(Box<Survey>),
    /// JSON with faults; at least one.
    Faults(Vec<Fault>),
    /// Text that is not JSON.
    NotJson {
        /// The line where it stops being JSON, from 1.
        line: usize,
        /// What is wrong there, in English.
        sentence: String,
    },
}

impl Checked {
    /// The faults of the question of that index.
    pub fn of_question(&self, index: usize) -> impl Iterator<Item = &Fault> {
        let faults = self.faults().iter();
        faults.filter(move |fault| fault.question_index() == Some(index))
    }

    /// The faults of the survey itself.
    pub fn of_survey(&self) -> impl Iterator<Item = &Fault> {
        let faults = self.faults().iter();
        faults.filter(|fault| fault.question_index().is_none())
    }

    /// Every fault of JSON.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        match self {
            Self::Faults(faults) => faults,
            Self::Survey(_) | Self::NotJson { .. } => &[],
        }
    }

    /// The survey that the draft is.
    #[must_use]
    pub fn survey(&self) -> Option<&Survey> {
        match self {
            Self::Survey(survey) => Some(survey),
            Self::Faults(_) | Self::NotJson { .. } => None,
        }
    }
}

/// Checks a draft as a collector would before it publishes it.
#[must_use]
pub fn check(draft: &Draft) -> Checked {
    let json = match draft {
        Draft::Survey(_) => draft.json().unwrap_or(Json::Null),
        Draft::Text(text) => match serde_json::from_str::<Json>(text) {
            Ok(json) => json,
            Err(error) => {
                let sentence = error.to_string();
                // The line stands beside it.
                let sentence = sentence.split(" at line ").next().unwrap_or(&sentence);
                return Checked::NotJson {
                    line: error.line().max(1),
                    sentence: sentence.to_owned(),
                };
            }
        },
    };
    match Survey::to_publish(json) {
        Ok(survey) => Checked::Survey(Box::new(survey)),
        Err(faults) => Checked::Faults(faults.as_slice().to_vec()),
    }
}
