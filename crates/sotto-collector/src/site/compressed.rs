//! The answer to whoever asks for a page that is made anew: of the site's files there are compressed copies,
//! and of such a page there are none.

use std::{convert::Infallible, future::ready};

use axum::{
    body::{Body, Bytes},
    extract::Request,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use tower::{ServiceExt as _, service_fn};
use tower_http::compression::Compression;

/// What such a page follows from. A cache keeps one for each.
const VARY: &str = "accept-language, sec-fetch-dest, sec-fetch-site, accept-encoding";

/// The whole page, whatever of it the browser has already: it is none of the copies that it could compare.
pub(super) async fn answer(request: Request, page: String) -> Response {
    let page = Bytes::from(page);
    let plain = service_fn(move |_: Request| {
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::VARY, VARY),
        ];
        ready(Ok::<_, Infallible>((headers, page.clone()).into_response()))
    });
    let Ok(response) = Compression::new(plain).oneshot(request).await;
    let mut response = response.map(Body::new);
    // Whoever takes no encoding at all, not even none, gets it without one, as a file.
    *response.status_mut() = StatusCode::OK;
    response
}
