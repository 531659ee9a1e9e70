//! Surveys: read by respondents, published and changed by designers.

mod lifecycle;
mod list;
mod publish;
mod settings;
mod status;
mod validate;

pub(super) use lifecycle::{__path_close, __path_delete, __path_reopen, close, delete, reopen};
pub(super) use list::{__path_list, list};
pub(super) use publish::{__path_create, __path_publish_version, create, publish_version};
pub(super) use settings::{
    __path_change_settings, __path_read_settings, change_settings, read_settings,
};
pub(super) use status::{__path_read_status, read_status};
#[cfg(feature = "fuzzing")]
pub(super) use validate::report;
pub(super) use validate::{__path_validate, validate};

use std::sync::Arc;

use axum::{
    extract::{Path, Query, State, rejection::PathRejection, rejection::QueryRejection},
    http::header,
    response::IntoResponse,
};
use serde::Deserialize;
use sotto_survey::{Identifier, SurveyFile};

use super::{ApiError, Context};
use crate::catalog::{Listed, Published};

/// The most bytes that a survey has.
const MAX_SURVEY: usize = 8 * 1024 * 1024;

/// Where `/surveys/{id}` would be, but something else is.
const RESERVED: [&str; 1] = ["validate"];

/// What is wrong with an id under which a survey could be made but never be reached.
fn reserved(id: &Identifier) -> Option<String> {
    RESERVED.contains(&id.as_str()).then(|| {
        format!(
            "no survey can have the id \"{id}\", as /api/v1/surveys/{id} is an address of the API itself: choose another id"
        )
    })
}

/// Which version of a survey is meant.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct VersionQuery {
    /// A version; the one that collects unless given
    #[param(minimum = 1)]
    version: Option<u32>,
}

impl VersionQuery {
    pub(super) const fn asked(&self) -> Option<u32> {
        self.version
    }
}

/// `GET /api/v1/surveys/{id}`: the survey as it is published, the mechanisms' integers included.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}",
    operation_id = "read_survey",
    tag = "respondents",
    params(("id" = String, Path, description = "The survey's id"), VersionQuery),
    responses((status = 200, description = "The survey", body = SurveyFile)),
)]
pub(super) async fn read(
    State(context): State<Arc<Context>>,
    id: Result<Path<String>, PathRejection>,
    query: Result<Query<VersionQuery>, QueryRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let listed = find(&context, id)?;
    let Query(query) = query.map_err(|_| {
        ApiError::MalformedQuery("the only parameter is \"version\", once, a number such as 1")
    })?;
    let published = version(&listed, query.version)?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Ok((headers, published.definition().clone()))
}

/// The survey that a path names.
pub(super) fn find(
    context: &Context,
    id: Result<Path<String>, PathRejection>,
) -> Result<Arc<Listed>, ApiError> {
    find_named(context, &name(id)?)
}

/// The id in a path.
pub(super) fn name(id: Result<Path<String>, PathRejection>) -> Result<String, ApiError> {
    // A path that is no UTF-8 names no survey either.
    id.map(|Path(id)| id).map_err(|_| ApiError::UnknownSurvey)
}

pub(super) fn find_named(context: &Context, id: &str) -> Result<Arc<Listed>, ApiError> {
    context.catalog.get(id).ok_or(ApiError::UnknownSurvey)
}

/// A version of a survey, the one that collects if none is named.
pub(super) fn version(listed: &Listed, version: Option<u32>) -> Result<&Arc<Published>, ApiError> {
    match version {
        None => Ok(listed.current()),
        Some(version) => listed.version(version).ok_or(ApiError::UnknownVersion),
    }
}
