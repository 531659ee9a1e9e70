//! The built site as static files, with the headers that keep it safe and fast.

use std::path::Path;

use axum::{
    Router,
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use tower_http::services::ServeDir;

const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; worker-src 'self'; \
    frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The page inside a frame of other people's pages: one survey, and nothing that could be clicked
/// by mistake to anybody's harm.
const FRAMED_PAGE: &str = "/embed/frame.html";

const FRAMED_PAGE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *; \
    require-trusted-types-for 'script'";

const PERMISSIONS_POLICY: &str = "accelerometer=(), browsing-topics=(), camera=(), \
    display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), \
    midi=(), payment=(), serial=(), usb=()";

const NO_SITE: &str = "This is a Sotto collector. It serves no site: start it with --site DIR to \
    have one here. Its API begins at /api/v1/surveys/{id}.\n";

/// Serves the folder, or a word that there is none.
pub(crate) fn router(folder: Option<&Path>) -> Router {
    let router = match folder {
        Some(folder) => Router::new().fallback_service(
            ServeDir::new(folder)
                .precompressed_br()
                .precompressed_gzip()
                // A redirect would be built from what was asked for.
                .redirect_to_trailing_slash(false),
        ),
        None => Router::new()
            .route("/", axum::routing::get(|| async { NO_SITE }))
            .fallback(|| async { StatusCode::NOT_FOUND }),
    };
    router.layer(middleware::from_fn(site_headers))
}

/// Headers that every answer has, the API's too.
pub(crate) async fn common_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    set(headers, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(headers, header::REFERRER_POLICY, "no-referrer");
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        let nothing = "default-src 'none'; frame-ancestors 'none'";
        set(headers, header::CONTENT_SECURITY_POLICY, nothing);
    }
    response
}

async fn site_headers(request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let mut response = next.run(request).await;
    if response.status() == StatusCode::NOT_FOUND {
        let nothing = "There is nothing at this address.\n";
        response = (StatusCode::NOT_FOUND, nothing).into_response();
    }
    let found = response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    let cache = if found && is_hashed(&path) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    set(headers, header::CACHE_CONTROL, cache);
    let policy = if path == FRAMED_PAGE {
        FRAMED_PAGE_POLICY
    } else {
        CONTENT_SECURITY_POLICY
    };
    set(headers, header::CONTENT_SECURITY_POLICY, policy);
    set(
        headers,
        HeaderName::from_static("permissions-policy"),
        PERMISSIONS_POLICY,
    );
    let opener = HeaderName::from_static("cross-origin-opener-policy");
    set(headers, opener, "same-origin");
    let resource = HeaderName::from_static("cross-origin-resource-policy");
    if is_embeddable(&path) {
        set(headers, header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        set(headers, resource, "cross-origin");
    } else {
        set(headers, resource, "same-origin");
    }
    response
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.insert(name, HeaderValue::from_static(value));
}

/// Whether the name of a file is made from its content: `-`, 16 hexadecimal digits, and then the
/// extension or `_bg.wasm`. Such a file never changes.
fn is_hashed(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('-').is_some_and(|(_, tail)| {
        let hexadecimal = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let digits = tail.bytes().take_while(|&byte| hexadecimal(byte)).count();
        let rest = tail.get(digits..).unwrap_or_default();
        digits == 16 && (rest == "_bg.wasm" || rest.starts_with('.'))
    })
}

/// Whether pages of other origins load the file: the widget, its messages, sample surveys.
fn is_embeddable(path: &str) -> bool {
    path == "/sotto-survey.js"
        || ["/sotto-survey-", "/widget-", "/messages/", "/surveys/"]
            .iter()
            .any(|beginning| path.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashed_names_are_recognised() {
        for path in [
            "/site-0123456789abcdef.js",
            "/widget-0123456789abcdef_bg.wasm",
            "/a/b-c-0123456789abcdef.css",
        ] {
            assert!(is_hashed(path), "{path}");
        }
        for path in [
            "/",
            "/index.html",
            "/sotto-survey.js",
            "/site-0123456789abcde.js",
            "/site-0123456789abcdef0.js",
            "/site-0123456789ABCDEF.js",
            "/site-0123456789abcdef",
            "/site-0123456789abcdef_bg.js",
            "/site-0123456789abcdef/x.js",
        ] {
            assert!(!is_hashed(path), "{path}");
        }
    }

    #[test]
    fn only_what_other_pages_load_is_open_to_them() {
        for path in [
            "/sotto-survey.js",
            "/widget-0123456789abcdef.js",
            "/widget-0123456789abcdef_bg.wasm",
            "/messages/en.json",
            "/surveys/census.json",
        ] {
            assert!(is_embeddable(path), "{path}");
        }
        for path in [
            "/",
            "/index.html",
            "/site-0123456789abcdef.js",
            "/x/widget-1.js",
        ] {
            assert!(!is_embeddable(path), "{path}");
        }
    }
}
