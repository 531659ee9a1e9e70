//! Surveys: read by respondents, published and changed by designers.

pub(super) mod lifecycle;
pub(super) mod list;
pub(super) mod publish;
pub(super) mod settings;
pub(super) mod status;
pub(crate) mod validate;
pub(super) mod versions;

use std::sync::Arc;

use axum::{
    http::{HeaderMap, HeaderName, header},
    response::{AppendHeaders, IntoResponse},
};
use sotto_survey::{Identifier, SurveyFile};

use super::{
    ApiError,
    asked::{NamedSurvey, SentParameters, etag, parameters},
};
use crate::{catalog::Listed, estimates::Published};

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

parameters! {
    /// Which version of a survey is meant.
    pub(super) struct VersionQuery {
        /// A version; the one that collects unless given
        #[param(minimum = 1)]
        version: Option<u32>,
    }
    "the only parameter is \"version\", once, a number such as 1"
}

/// The survey in the compiled form.
const COMPILED: &str = "application/vnd.sotto.survey";

/// What the compiled form is compressed by.
const GZIP: &str = "gzip";

/// `GET /api/v1/surveys/{id}`: the survey as it is published, the mechanisms' integers included. The widget
/// accepts `application/vnd.sotto.survey` and is given the compiled form, which says the same in fewer
/// bytes; everybody else is given JSON.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}",
    tag = "respondents",
    params(("id" = String, Path, description = "The survey's id"), VersionQuery),
    responses((
        status = 200,
        description = "The survey; in the compiled form where `accept` names its type",
        content((SurveyFile = "application/json"), (String = "application/vnd.sotto.survey")),
    )),
)]
pub(super) async fn read_survey(
    NamedSurvey(listed): NamedSurvey,
    query: SentParameters<VersionQuery>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let query = query.read()?;
    let published = version(&listed, query.version)?;
    let tag = etag(published.survey().version());
    // The tag that an edit is made against is that of the JSON.
    let is_compressed = accepts(&headers, &header::ACCEPT_ENCODING, GZIP);
    // No client but the widget has heard of the compiled form, which is asked for by its name.
    let (content_type, tag, body) = if !accepts(&headers, &header::ACCEPT, COMPILED) {
        ("application/json", tag, published.definition())
    } else if is_compressed {
        (COMPILED, format!("W/{tag}"), published.compressed())
    } else {
        (COMPILED, format!("W/{tag}"), published.compiled())
    };
    let encoding =
        (content_type == COMPILED && is_compressed).then_some([(header::CONTENT_ENCODING, GZIP)]);
    let headers = [
        (header::CONTENT_TYPE, content_type.to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag),
        (header::VARY, "accept, accept-encoding".to_owned()),
    ];
    Ok((
        headers,
        AppendHeaders(encoding.into_iter().flatten()),
        body.clone(),
    ))
}

/// Whether a header names something that is taken, and not with a weight of nothing.
fn accepts(headers: &HeaderMap, name: &HeaderName, wanted: &str) -> bool {
    let accepted = headers.get_all(name).iter();
    let mut types = accepted
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    types.any(|one| {
        let (name, parameters) = one.split_once(';').unwrap_or((one, ""));
        let is_refused = parameters.split(';').any(|one| {
            let weight = one.trim().strip_prefix("q=");
            weight.is_some_and(|weight| weight.bytes().all(|byte| matches!(byte, b'0' | b'.')))
        });
        name.trim().eq_ignore_ascii_case(wanted) && !is_refused
    })
}

/// A version of a survey, the one that collects if none is named.
pub(super) fn version(listed: &Listed, version: Option<u32>) -> Result<&Arc<Published>, ApiError> {
    match version {
        None => Ok(listed.current()),
        Some(version) => listed.version(version).ok_or(ApiError::UnknownVersion),
    }
}
