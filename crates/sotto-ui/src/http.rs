//! Asking servers by the browser's own `fetch`: no referrer, and no cookies unless somebody reads as
//! whoever is signed in, or with a token.

use thiserror::Error;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, ReferrerPolicy, Request, RequestCredentials, RequestInit, Response};

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

/// The JSON at that address, as JavaScript holds it.
///
/// # Errors
/// When the server cannot be reached, has no such thing, or answers with something else.
pub async fn get_json(url: &str) -> Result<JsValue, HttpError> {
    let response = send(url, &RequestInit::new(), RequestCredentials::Omit).await?;
    json_of_success(url, response).await
}

/// The same for whoever holds the token; without one, for whoever is signed in at the server that the page
/// came from.
///
/// # Errors
/// When the server cannot be reached, has no such thing, refuses it, or answers with something else.
pub async fn get_json_as(token: Option<&str>, url: &str) -> Result<JsValue, HttpError> {
    let response = get_as(token, url, None).await?;
    json_of_success(url, response).await
}

/// What is at that address for whoever holds the token, else for whoever is signed in, until the signal ends
/// it. A refusal is an answer, too.
///
/// # Errors
/// When the server cannot be reached.
pub async fn get_as(
    token: Option<&str>,
    url: &str,
    until: Option<&AbortSignal>,
) -> Result<Response, HttpError> {
    let request = RequestInit::new();
    request.set_signal(until);
    let credentials = match token {
        Some(token) => {
            let headers = js_sys::Object::new();
            let bearer = ["Bearer ", token].concat();
            set(&headers, "authorization", &bearer.into());
            request.set_headers(&headers);
            RequestCredentials::Omit
        }
        None => RequestCredentials::SameOrigin,
    };
    send(url, &request, credentials).await
}

async fn json_of_success(url: &str, response: Response) -> Result<JsValue, HttpError> {
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

/// Whether a collector has answered so, at the address that `base` leads to. One that fails is one all the
/// same, and so is one that lacks only what was asked for: it has a `healthz`. Where everything is answered
/// with some page, there are files and no collector.
pub async fn is_there_a_server(base: &str, error: &HttpError) -> bool {
    match error {
        HttpError::Unreachable(_) => true,
        HttpError::NotJson(_) => false,
        HttpError::Status { status, .. } if *status >= 500 => true,
        HttpError::Status { .. } => {
            // It answers with a word, not with JSON.
            matches!(
                get_json(&[base, "healthz"].concat()).await,
                Ok(_) | Err(HttpError::NotJson(_))
            )
        }
    }
}

/// A request of a page to the server that it came from.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The method.
    pub method: &'a str,
    /// Headers by their names; that a body is JSON is said for it.
    pub headers: &'a [(&'a str, &'a str)],
    /// JSON text.
    pub body: Option<&'a str>,
}

/// Makes a request as whoever is signed in at the server that the page came from: the status and the whole
/// text of the answer, of a refusal as well.
///
/// # Errors
/// When the server cannot be reached, or its answer breaks off.
pub async fn ask(
    url: &str,
    call: Call<'_>,
    until: Option<&AbortSignal>,
) -> Result<(u16, String), HttpError> {
    let request = RequestInit::new();
    let headers = js_sys::Object::new();
    if let Some(body) = call.body {
        set(&headers, "content-type", &"application/json".into());
        request.set_body(&body.into());
    }
    made(url, call, (request, headers), until).await
}

/// The same with bytes as its body, which are what they are.
///
/// # Errors
/// When the server cannot be reached, or its answer breaks off.
pub async fn ask_with_bytes(
    url: &str,
    call: Call<'_>,
    body: &[u8],
    until: Option<&AbortSignal>,
) -> Result<(u16, String), HttpError> {
    let request = RequestInit::new();
    let headers = js_sys::Object::new();
    set(&headers, "content-type", &"application/octet-stream".into());
    request.set_body(&js_sys::Uint8Array::from(body).into());
    made(url, call, (request, headers), until).await
}

async fn made(
    url: &str,
    call: Call<'_>,
    (request, headers): (RequestInit, js_sys::Object),
    until: Option<&AbortSignal>,
) -> Result<(u16, String), HttpError> {
    request.set_method(call.method);
    request.set_signal(until);
    for (name, value) in call.headers {
        set(&headers, name, &(*value).into());
    }
    request.set_headers(&headers);
    let response = send(url, &request, RequestCredentials::SameOrigin).await?;
    let broken = || HttpError::Unreachable(url.to_owned());
    let text = response.text().map_err(|_| broken())?;
    let text = JsFuture::from(text).await.map_err(|_| broken())?;
    Ok((response.status(), text.as_string().unwrap_or_default()))
}

async fn send(
    url: &str,
    request: &RequestInit,
    credentials: RequestCredentials,
) -> Result<Response, HttpError> {
    request.set_credentials(credentials);
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

fn set(object: &js_sys::Object, key: &str, value: &JsValue) {
    // Setting a property of a fresh plain object cannot fail.
    let _ = js_sys::Reflect::set(object, &key.into(), value);
}
