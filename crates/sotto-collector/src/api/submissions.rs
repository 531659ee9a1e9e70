//! Taking submissions.

use std::sync::Arc;

use axum::{
    body::{Body, HttpBody, to_bytes},
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::error::Category;
use sotto_survey::{Submission, SubmissionFile};

use super::{ApiError, Context, surveys::find};
use crate::{metrics::Event, storage::Outcome, transport::TooSlow};

/// The greatest body, in bytes. Beyond it nothing is read.
pub(super) const MAX_BODY: usize = 64 * 1024;

/// `POST /api/v1/surveys/{id}/submissions`: 201 when counted, 200 when it was counted before.
#[utoipa::path(
    post,
    path = "/api/v1/surveys/{id}/submissions",
    operation_id = "submit",
    tag = "respondents",
    params(("id" = String, Path, description = "The survey's id")),
    request_body = super::openapi::SubmissionSchema,
    responses(
        (status = 201, description = "Counted; it is durable", body = super::openapi::ReceiptSchema),
        (status = 200, description = "Counted before, with the same reports", body = super::openapi::ReceiptSchema),
    ),
)]
pub(super) async fn submit(
    State(context): State<Arc<Context>>,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let published = find(&context, id)?;
    if !is_json(&headers) {
        return Err(ApiError::UnsupportedMediaType);
    }
    let bytes = read(body).await?;
    let file: SubmissionFile = serde_json::from_slice(&bytes).map_err(|error| malformed(&error))?;
    let submission = Submission::check(file, published.survey())?;
    let outcome = context.counter.count(&published, submission).await?;
    context.metrics.count(match outcome {
        Outcome::Counted => Event::Counted,
        _ => Event::NotCounted,
    });
    let (status, outcome) = match outcome {
        Outcome::Counted => (StatusCode::CREATED, r#"{"outcome":"counted"}"#),
        Outcome::CountedBefore => (StatusCode::OK, r#"{"outcome":"counted-before"}"#),
        Outcome::IdReused => return Err(ApiError::ReportIdReused),
        Outcome::InviteSpent => return Err(ApiError::InviteSpent),
        Outcome::NotCollecting => return Err(ApiError::NotCollecting),
    };
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((status, headers, outcome).into_response())
}

fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

async fn read(body: Body) -> Result<axum::body::Bytes, ApiError> {
    if body.size_hint().lower() > MAX_BODY as u64 {
        return Err(ApiError::BodyTooLarge);
    }
    to_bytes(body, MAX_BODY).await.map_err(|error| {
        if is_caused_by::<http_body_util::LengthLimitError>(&error) {
            ApiError::BodyTooLarge
        } else if is_caused_by::<TooSlow>(&error) {
            ApiError::BodyTooSlow
        } else {
            ApiError::MalformedBody("the body ended before it was complete".to_owned())
        }
    })
}

fn is_caused_by<E: std::error::Error + 'static>(error: &dyn std::error::Error) -> bool {
    std::iter::successors(error.source(), |error| error.source())
        .any(<dyn std::error::Error>::is::<E>)
}

/// What is wrong with a body and where, without repeating any of it: it may be shown in a page.
fn malformed(error: &serde_json::Error) -> ApiError {
    let full = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = full.strip_suffix(&place).unwrap_or(&full);
    let reason = match error.classify() {
        Category::Io | Category::Eof => "the JSON ends too early".to_owned(),
        // One of serde_json's fixed sentences.
        Category::Syntax => format!("the body is no JSON: {message}"),
        Category::Data => {
            if message.starts_with("unknown field") {
                "a submission has no other fields than \"version\", \"report_id\" and \"reports\""
                    .to_owned()
            } else if message.starts_with("invalid ") {
                // What was found stands first; what belongs there is our own words.
                let expected = message.rsplit_once(", expected ").map(|(_, tail)| tail);
                format!("this should be {}", expected.unwrap_or("something else"))
            } else {
                message.to_owned()
            }
        }
    };
    ApiError::MalformedBody(format!("{reason}{place}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn detail(body: &str) -> String {
        let error = serde_json::from_str::<SubmissionFile>(body).unwrap_err();
        malformed(&error).to_string()
    }

    const ID: &str = "00112233445566778899aabbccddeeff";

    #[test]
    fn the_place_is_named() {
        assert_eq!(
            detail("{\n  \"version\" 1}"),
            "the body is no JSON: expected `:` at line 2 column 13"
        );
        assert_eq!(
            detail("{\"version\": 1"),
            "the JSON ends too early at line 1 column 13"
        );
        assert_eq!(
            detail("{\"version\": 1}"),
            "missing field `report_id` at line 1 column 14"
        );
        assert_eq!(
            detail("{\"version\": \"1, expected <b>\"}"),
            "this should be u32 at line 1 column 29"
        );
        assert_eq!(
            detail(&format!(
                "{{\"version\":1,\"report_id\":\"{ID}\",\"reports\":{{\"a\":0,\"a\":1}}}}"
            )),
            "a question is reported twice at line 1 column 83"
        );
    }

    proptest! {
        #[test]
        fn nothing_of_the_body_is_repeated(text in "[a-zA-Z<>, ]{0,20}") {
            let secret = format!("zqx{text}xqz");
            for body in [
                format!("{{\"{secret}\": 1}}"),
                format!("{{\"version\": \"{secret}\"}}"),
                format!("{{\"version\": 1, \"report_id\": \"{secret}\"}}"),
                format!("{{\"version\": 1, \"report_id\": \"{ID}\", \"reports\": \"{secret}\"}}"),
                format!("{{\"version\": 1, \"report_id\": \"{ID}\", \"reports\": {{\"{secret}\": \"{secret}!\"}}}}"),
                format!("{{\"version\": 1, \"report_id\": \"{ID}\", \"reports\": {{\"{secret}\": [\"{secret}\"]}}}}"),
                secret.clone(),
            ] {
                let detail = detail(&body);
                prop_assert!(!detail.contains("zqx") && !detail.contains("xqz"), "{}", detail);
            }
        }
    }
}
