//! A version of a survey, as the storage knows it.

use sotto_survey::{Survey, SurveyOracles};
use tokio::task::spawn_blocking;

use super::{StorageError, SurveyKey};

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

/// What is known of a stored version without reading its definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurveyVersion {
    /// Its key.
    pub key: SurveyKey,
    /// The survey's id.
    pub id: String,
    /// The number of the version.
    pub version: i64,
    /// Whether it collects no more, for good.
    pub closed: bool,
    /// The code of the room whose answers it takes; none of a designer's survey.
    pub room: Option<String>,
}

impl SurveyVersion {
    /// The version with its definition, if that can be read and is of this survey and version.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read(&self, definition: &str) -> Result<StoredSurvey, StorageError> {
        let unreadable = |reason: String| StorageError::Survey {
            id: self.id.clone(),
            version: self.version,
            reason,
        };
        let survey: Survey =
            serde_json::from_str(definition).map_err(|error| unreadable(error.to_string()))?;
        if survey.id().as_str() != self.id || i64::from(survey.version()) != self.version {
            let is = "its definition is of another survey or version";
            return Err(unreadable(is.to_owned()));
        }
        let oracles = SurveyOracles::new(survey).map_err(|error| unreadable(error.to_string()))?;
        Ok(StoredSurvey {
            key: self.key,
            oracles,
            closed: self.closed,
            room: self.room.clone(),
        })
    }
}

/// The definition under which a survey is stored. What could not be read again, from it or from the compiled form,
/// is never stored.
pub(super) async fn definition_of(survey: &Survey) -> Result<String, StorageError> {
    let survey = survey.clone();
    // Hundreds of long questions take their time.
    let read = spawn_blocking(move || read_back(&survey));
    read.await
        .map_err(|_| StorageError::Damaged)?
        .map_err(StorageError::NotReadBack)
}

/// The definition, if it reads back to the same survey; else why it does not.
fn read_back(survey: &Survey) -> Result<String, String> {
    let definition = serde_json::to_string(survey).map_err(|error| error.to_string())?;
    is_read_back(survey, &definition, &survey.compile())?;
    Ok(definition)
}

/// Whether both forms of a survey are read as this very survey; else why not.
fn is_read_back(survey: &Survey, definition: &str, compiled: &[u8]) -> Result<(), String> {
    let is_same = |form: &str, read: Result<Survey, String>| match read {
        Ok(read) if read == *survey => Ok(read),
        Ok(_) => Err(format!("{form} reads as another survey")),
        Err(reason) => Err(format!("{form} cannot be read: {reason}")),
    };
    let compiled = Survey::of_compiled(compiled);
    // Devices are not told whom the figures are about.
    is_same(
        "the compiled form",
        compiled
            .map(|read| read.with_population_of(survey))
            .map_err(|error| error.to_string()),
    )?;
    let published = serde_json::from_str(definition);
    let again = is_same(
        "the published form",
        published.map_err(|error| error.to_string()),
    )?;
    let counted = SurveyOracles::new(again);
    counted.map(drop).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_read_back_is_told_with_its_cause() {
        let census = include_str!("../../../../www/surveys/census.json");
        let survey: Survey = serde_json::from_str(census).unwrap();
        let (definition, compiled) = (read_back(&survey).unwrap(), survey.compile());
        let other = definition.replacen("\"version\":1", "\"version\":2", 1);
        let its_compiled = serde_json::from_str::<Survey>(&other).unwrap().compile();
        for (definition, compiled, cause) in [
            ("{", &compiled, "the published form cannot be read: EOF"),
            (&*other, &compiled, "the published form reads as another"),
            (
                &*definition,
                &Vec::new(),
                "the compiled form cannot be read",
            ),
            (
                &*definition,
                &its_compiled,
                "the compiled form reads as another",
            ),
        ] {
            let found = is_read_back(&survey, definition, compiled).unwrap_err();
            assert!(found.contains(cause), "{found}");
        }
    }
}
