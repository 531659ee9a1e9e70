//! A survey's file, read for a designer: the survey, or everything that is wrong with the file.

use std::{fmt, fs, io, path::Path};

use sotto_survey::{Fault, Faults, Json, Survey};
use thiserror::Error;

/// A survey and the text it was read from.
pub(super) struct SurveyText {
    pub(super) survey: Survey,
    pub(super) text: Vec<u8>,
}

/// Why a file gives no survey.
#[derive(Debug, Error)]
pub(super) enum SurveyTextError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// It is not JSON.
    #[error("it is not JSON: {0}")]
    NoJson(#[from] serde_json::Error),
    /// It is no valid survey.
    #[error("{}", FaultList(.0))]
    Faults(Faults),
}

impl SurveyText {
    /// A survey that may have been published.
    pub(super) fn read(file: &Path) -> Result<Self, SurveyTextError> {
        Self::read_by(Survey::read, file)
    }

    /// One that is about to be.
    pub(super) fn to_publish(file: &Path) -> Result<Self, SurveyTextError> {
        Self::read_by(Survey::to_publish, file)
    }

    fn read_by(
        read: fn(Json) -> Result<Survey, Faults>,
        file: &Path,
    ) -> Result<Self, SurveyTextError> {
        let text = fs::read(file)?;
        let json: Json = serde_json::from_slice(&text)?;
        let survey = read(json).map_err(SurveyTextError::Faults)?;
        Ok(Self { survey, text })
    }
}

/// One fault a line: where, then what is wrong and what would be right.
struct FaultList<'a>(&'a Faults);

impl fmt::Display for FaultList<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults = self.0.as_slice();
        let things = if faults.len() == 1 {
            "thing is"
        } else {
            "things are"
        };
        write!(out, "{} {things} wrong with it:", faults.len())?;
        let pointer = |fault: &Fault| match fault.pointer.as_str() {
            "" => "the survey".to_owned(),
            pointer => pointer.to_owned(),
        };
        faults
            .iter()
            .try_for_each(|fault| write!(out, "\n  {}: {fault}", pointer(fault)))
    }
}
