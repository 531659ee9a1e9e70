//! Reading and posting by the browser's own `fetch`: no cookies, no referrer.

use thiserror::Error;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReferrerPolicy, Request, RequestCredentials, RequestInit, Response};

/// Why there is no answer to a request.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HttpError {
    /// No connection, or the browser does not let this page ask that server.
    #[error("{0} cannot be reached from this page")]
    Unreachable(String),
    /// The server answered with another status than success.
    #[error("{url} answered with status {status}, not with what was asked for")]
    Status {
        /// What was asked for.
        url: String,
        /// The HTTP status.
        status: u16,
    },
    /// The body is not JSON.
    #[error("{0} answered with something that is not JSON")]
    NotJson(String),
}

/// What a server said to something posted, whatever its status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The `detail` of a problem (RFC 9457); empty if there is none.
    pub detail: String,
}

/// The JSON at that address, as JavaScript holds it.
///
/// # Errors
/// When the server cannot be reached, has no such thing, or answers with something else.
pub async fn get_json(url: &str) -> Result<JsValue, HttpError> {
    let response = send(url, &RequestInit::new()).await?;
    if !response.ok() {
        return Err(HttpError::Status {
            url: url.to_owned(),
            status: response.status(),
        });
    }
    json(&response)
        .await
        .ok_or_else(|| HttpError::NotJson(url.to_owned()))
}

/// Posts a JSON text as it stands. A refusal is an answer, too: see [`Reply::status`].
///
/// # Errors
/// When the server cannot be reached.
pub async fn post(url: &str, body: &str) -> Result<Reply, HttpError> {
    let request = RequestInit::new();
    request.set_method("POST");
    request.set_body(&body.into());
    let headers = js_sys::Object::new();
    set(&headers, "content-type", &"application/json".into());
    request.set_headers(&headers);
    let response = send(url, &request).await?;
    let detail = match json(&response).await {
        Some(problem) if !response.ok() => detail_of(&problem),
        _ => String::new(),
    };
    Ok(Reply {
        status: response.status(),
        detail,
    })
}

async fn send(url: &str, request: &RequestInit) -> Result<Response, HttpError> {
    request.set_credentials(RequestCredentials::Omit);
    request.set_referrer_policy(ReferrerPolicy::NoReferrer);
    let unreachable = |_| HttpError::Unreachable(url.to_owned());
    let request = Request::new_with_str_and_init(url, request).map_err(unreachable)?;
    let window = web_sys::window().ok_or_else(|| HttpError::Unreachable(url.to_owned()))?;
    JsFuture::from(window.fetch_with_request(&request))
        .await
        .and_then(JsCast::dyn_into::<Response>)
        .map_err(unreachable)
}

async fn json(response: &Response) -> Option<JsValue> {
    JsFuture::from(response.json().ok()?).await.ok()
}

fn detail_of(problem: &JsValue) -> String {
    js_sys::Reflect::get(problem, &"detail".into())
        .ok()
        .and_then(|detail| detail.as_string())
        .unwrap_or_default()
}

fn set(object: &js_sys::Object, key: &str, value: &JsValue) {
    // Setting a property of a fresh plain object cannot fail.
    let _ = js_sys::Reflect::set(object, &key.into(), value);
}
