//! What a request to the API names, and what it asks for behind the question mark.

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, Path, Query},
    http::{header, request::Parts},
};
use serde::{Deserialize, de::DeserializeOwned};

use super::{ApiError, Context};
use crate::catalog::Listed;

/// What of a path names a survey.
#[derive(Deserialize)]
struct OfSurvey {
    id: String,
}

/// The id of a survey in a path. There need not be such a survey.
pub(super) struct SurveyId(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for SurveyId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let named = Path::from_request_parts(parts, state).await;
        // A path that is not UTF-8 does not name a survey either.
        named
            .map(|Path(OfSurvey { id })| Self(id))
            .map_err(|_| ApiError::UnknownSurvey)
    }
}

/// The version that an edit was made from, if the request names one: the header `if-match` with the
/// survey's `etag`.
pub(super) enum IfMatch {
    /// Any.
    Any,
    /// One of these, as they were sent.
    These(String),
}

impl IfMatch {
    /// Whether the edit was made from that version, or from any.
    pub(super) fn matches(&self, version: u32) -> bool {
        match self {
            Self::Any => true,
            Self::These(tags) => tags.split(',').any(|tag| tag.trim() == etag(version)),
        }
    }
}

/// The tag of a survey's version.
pub(super) fn etag(version: u32) -> String {
    format!("\"{version}\"")
}

impl<S: Sync> FromRequestParts<S> for IfMatch {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(match parts.headers.get(header::IF_MATCH) {
            None => Self::Any,
            // What is not text is no tag of ours.
            Some(tags) => match tags.to_str().unwrap_or_default() {
                "*" => Self::Any,
                tags => Self::These(tags.to_owned()),
            },
        })
    }
}

/// The survey that a path names.
pub(super) struct NamedSurvey(pub(super) Arc<Listed>);

impl FromRequestParts<Arc<Context>> for NamedSurvey {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        context: &Arc<Context>,
    ) -> Result<Self, ApiError> {
        let SurveyId(id) = SurveyId::from_request_parts(parts, context).await?;
        find(context, &id).map(Self)
    }
}

/// The survey of an id.
pub(super) fn find(context: &Context, id: &str) -> Result<Arc<Listed>, ApiError> {
    let catalog = &context.catalog;
    catalog.get(id).ok_or_else(|| {
        if catalog.unreadable().has(id) {
            ApiError::Unreadable
        } else {
            ApiError::UnknownSurvey
        }
    })
}

/// The parameters that an address takes.
pub(super) trait Parameters: DeserializeOwned {
    /// What to say to whoever sends others.
    const SENTENCE: &'static str;
}

/// `parameters! { struct Name { … } "sentence" }` declares the parameters of an address, with what to say to
/// whoever sends others.
macro_rules! parameters {
    ($(#[$about:meta])* $seen:vis struct $name:ident { $($fields:tt)* } $sentence:literal) => {
        $(#[$about])*
        #[derive(serde::Deserialize, utoipa::IntoParams)]
        #[into_params(parameter_in = Query)]
        #[serde(deny_unknown_fields)]
        $seen struct $name { $($fields)* }

        impl $crate::api::asked::Parameters for $name {
            const SENTENCE: &'static str = $sentence;
        }
    };
}
pub(super) use parameters;

/// Parameters as they were sent. They are read by the handler, so that whoever may not ask hears
/// that first.
pub(super) struct SentParameters<T>(Result<T, ApiError>);

impl<T> SentParameters<T> {
    pub(super) fn read(self) -> Result<T, ApiError> {
        self.0
    }
}

impl<S: Sync, T: Parameters> FromRequestParts<S> for SentParameters<T> {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let read = Query::try_from_uri(&parts.uri);
        let read = read.map(|Query(read)| read);
        Ok(Self(
            read.map_err(|_| ApiError::MalformedQuery(T::SENTENCE)),
        ))
    }
}
