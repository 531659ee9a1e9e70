//! The languages of an export.

use sotto_survey::Survey;

use super::ExportError;

/// The languages of an export, at least one, the first that of its own words and of what has room for one.
#[derive(Clone, Debug)]
pub struct Languages(Vec<String>);

impl Languages {
    /// The survey's, with the one that was asked for at the front.
    ///
    /// # Errors
    /// When the survey is not written in it.
    pub fn of(survey: &Survey, asked: Option<&str>) -> Result<Self, ExportError> {
        let mut languages = survey.languages().to_vec();
        if let Some(asked) = asked {
            let Some(index) = languages.iter().position(|one| one == asked) else {
                return Err(ExportError::Language {
                    language: asked.chars().take(40).collect(),
                    known: languages.join(", "),
                });
            };
            languages.swap(0, index);
        }
        Ok(Self(languages))
    }

    /// The first.
    #[must_use]
    pub fn first(&self) -> &str {
        self.0.first().map_or("en", String::as_str)
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[String] {
        &self.0
    }
}
