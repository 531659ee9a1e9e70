//! What a request for an export names, and what it asks for behind the question mark.

use axum::{
    extract::{FromRequestParts, Path},
    http::request::Parts,
};
use serde::Deserialize;
use sotto_export::{Format, Languages};
use sotto_survey::Survey;

use super::super::{
    ApiError,
    asked::{Parameters, parameters},
};

parameters! {
    /// What may be asked of an export.
    pub(in super::super) struct ExportQuery {
        /// The language of labels where there is room for one, such as en; the survey's first unless given
        language: Option<String>,
        /// How sure the intervals are; 0.95 unless given. Not of noisy rows
        #[param(exclusive_minimum = 0, exclusive_maximum = 1)]
        pub(super) confidence: Option<f64>,
        /// A version alone; of noisy rows the one that collects unless given
        #[param(minimum = 1)]
        pub(super) version: Option<u32>,
        /// A version, with the counts of those before it that fit; the one that collects unless given. Not of noisy
        /// rows
        #[param(minimum = 1)]
        pub(super) through: Option<u32>,
    }
    "the parameters are \"language\", one of the survey's, such as en, \"confidence\", a number between 0 and 1, both excluded, such as 0.95, and either \"version\", a version alone, such as 1, or \"through\", a version with those before it that fit; each once, and of noisy rows \"language\" and \"version\" alone"
}

impl ExportQuery {
    /// The languages of labels.
    pub(super) fn languages(&self, survey: &Survey) -> Result<Languages, ApiError> {
        let languages = Languages::of(survey, self.language.as_deref());
        languages.map_err(|_| ApiError::MalformedQuery(Self::SENTENCE))
    }
}

/// The format that a path names.
pub(in super::super) struct NamedFormat(pub(super) Format);

/// What of a path names a format.
#[derive(Deserialize)]
struct OfFormat {
    format: String,
}

impl<S: Send + Sync> FromRequestParts<S> for NamedFormat {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let named = Path::from_request_parts(parts, state).await;
        // A path that is not UTF-8 does not name a format either.
        let format = named.map_or_else(|_| String::new(), |Path(OfFormat { format })| format);
        Ok(Self(format.parse()?))
    }
}
