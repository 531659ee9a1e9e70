//! The surveys in which readers of the lessons count themselves: one for each lesson's check question, so that
//! nothing joins what a reader sends from several.
//!
//! A collector that serves the site carries them. They are no designer's: the list of surveys leaves them out.

use std::sync::LazyLock;

use sotto_survey::Survey;

use crate::storage::{Storage, StorageError};

/// Written from the words of the lessons (`crates/sotto-teach/src/check_surveys.rs`).
const FILE: &str = include_str!("../lessons.json");

/// A test below reads them.
static SURVEYS: LazyLock<Vec<Survey>> =
    LazyLock::new(|| serde_json::from_str(FILE).unwrap_or_default());

/// Publishes those that a database lacks. One that was deleted stays deleted, and an id that is taken stays whose it
/// is.
pub(crate) async fn publish(storage: &dyn Storage) -> Result<(), StorageError> {
    let stored = storage.versions().await?;
    for survey in &*SURVEYS {
        if !stored.iter().any(|other| other.id == survey.id().as_str()) {
            storage.publish(survey).await?;
        }
    }
    Ok(())
}

/// Whether a survey is that of a lesson, and no designer's of the same name.
pub(crate) fn is_of_a_lesson(survey: &Survey) -> bool {
    SURVEYS.contains(survey)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_lesson_has_a_survey_of_its_own() {
        let surveys: Vec<Survey> = serde_json::from_str(FILE).unwrap();
        let ids: BTreeSet<_> = surveys.iter().map(|survey| survey.id().as_str()).collect();
        assert!(ids.len() > 20, "{ids:?}");
        assert_eq!(ids.len(), surveys.len());
        for survey in &surveys {
            assert!(
                survey.id().as_str().starts_with("lesson-"),
                "{}",
                survey.id()
            );
            assert_eq!(survey.questions().len(), 1, "{}", survey.id());
            assert!(is_of_a_lesson(survey));
        }
    }
}
