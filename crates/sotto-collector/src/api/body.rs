//! Reading the bodies of requests: never more than they may have, and nothing of them is repeated.

use std::convert::Infallible;

use axum::{
    body::{Body, Bytes, HttpBody, to_bytes},
    extract::{FromRequest, Request},
    http::{HeaderMap, header},
};
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use tower_http::timeout::TimeoutError;

use super::ApiError;
use crate::objects::Objects;

/// The most bytes in the body of an administrative act other than a survey.
pub(super) const SMALL: usize = 64 * 1024;

/// A body of which nothing was read yet.
pub(super) struct SentBody {
    is_json: bool,
    body: Body,
}

impl SentBody {
    pub(super) fn new(headers: &HeaderMap, body: Body) -> Self {
        let is_json = headers
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split(';').next())
            .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
        Self { is_json, body }
    }

    /// Reads JSON of at most `limit` bytes. `members` is the sentence for an object that has other
    /// members than it may have.
    pub(super) async fn json<T: DeserializeOwned>(
        self,
        limit: usize,
        members: &str,
    ) -> Result<T, ApiError> {
        let bytes = self.bytes(limit).await?;
        parse(&bytes).map_err(|error| malformed(&error, members))
    }

    /// Reads a body that says that it is JSON.
    pub(super) async fn bytes(self, limit: usize) -> Result<Bytes, ApiError> {
        if self.is_json {
            read(self.body, limit).await
        } else {
            Err(ApiError::UnsupportedMediaType)
        }
    }
}

impl<S: Sync> FromRequest<S> for SentBody {
    type Rejection = Infallible;

    async fn from_request(request: Request, _: &S) -> Result<Self, Infallible> {
        let (head, body) = request.into_parts();
        Ok(Self::new(&head.headers, body))
    }
}

/// Reads the whole of it, objects as objects.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, serde_json::Error> {
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let read = T::deserialize(Objects(&mut text))?;
    text.end()?;
    Ok(read)
}

/// Reads a body of at most `limit` bytes.
pub(super) async fn read(body: Body, limit: usize) -> Result<Bytes, ApiError> {
    if body.size_hint().lower() > limit as u64 {
        return Err(ApiError::BodyTooLarge(limit));
    }
    to_bytes(body, limit).await.map_err(|error| {
        if is_caused_by::<http_body_util::LengthLimitError>(&error) {
            ApiError::BodyTooLarge(limit)
        } else if is_caused_by::<TimeoutError>(&error) {
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

/// What is wrong with a body and where, without repeating any of it: it may be shown in a page. That
/// is why it names line and column and not `serde_path_to_error`'s path, which holds names that were
/// sent.
pub(crate) fn malformed(error: &serde_json::Error, members: &str) -> ApiError {
    let full = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    let message = full.strip_suffix(&position).unwrap_or(&full);
    let reason = match error.classify() {
        Category::Io | Category::Eof => "the JSON ends too early".to_owned(),
        // One of serde_json's fixed sentences.
        Category::Syntax => format!("the body is not JSON: {message}"),
        Category::Data => {
            if message.starts_with("unknown field") {
                members.to_owned()
            } else if message.starts_with("invalid ") {
                // What was found stands first; what belongs there is our own words.
                let expected = message.rsplit_once(", expected ").map(|(_, tail)| tail);
                format!("this should be {}", expected.unwrap_or("something else"))
            } else {
                message.to_owned()
            }
        }
    };
    ApiError::MalformedBody(format!("{reason}{position}"))
}

#[cfg(test)]
mod tests {
    use super::{super::submissions::MEMBERS, *};
    use proptest::prelude::*;
    use sotto_survey::SubmissionFile;

    fn detail(body: &str) -> String {
        let error = parse::<SubmissionFile>(body.as_bytes()).unwrap_err();
        malformed(&error, MEMBERS).to_string()
    }

    const ID: &str = "00112233445566778899aabbccddeeff";

    #[test]
    fn the_place_is_named() {
        assert_eq!(
            detail("{\n  \"version\" 1}"),
            "the body is not JSON: expected `:` at line 2 column 13"
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
                format!("{{\"version\": 1, \"report_id\": \"{ID}\", \"reports\": {{\"{secret}\": [\"{secret}!\"]}}}}"),
                secret.clone(),
            ] {
                let detail = detail(&body);
                prop_assert!(!detail.contains("zqx") && !detail.contains("xqz"), "{}", detail);
            }
        }
    }
}
