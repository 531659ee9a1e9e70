//! Who sends a request, as far as designers and operators are concerned: a token in a header, or a
//! browser's session in a cookie. Respondents send neither, and nothing is looked up for them.
//!
//! One cookie is read and one written, in letters that need no escaping: two functions here rather than
//! `axum-extra`'s jar, which brings a parser of dates with it.

use std::sync::Arc;

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, Method, header, request::Parts},
};

use super::{ApiError, Context};
use crate::{
    access::{AccessError, Actor, Permission, SessionSecret},
    limits::Caller,
};

/// The header by which a page proves that a change is its own.
pub(super) const CSRF_HEADER: &str = "x-sotto-csrf";

const COOKIE: &str = "sotto-session";
/// A browser takes a cookie of this kind only over TLS, for this host and every path.
const SECURE_COOKIE: &str = "__Host-sotto-session";

/// What a request says about who sends it; not yet believed.
pub(super) struct Credentials {
    pub(super) caller: Option<Caller>,
    bearer: Option<String>,
    session: Option<SessionSecret>,
    /// What a browser says about where a change comes from, if it may change something.
    change: Option<CookieChange>,
}

/// What must be right before a cookie is believed for a change.
struct CookieChange {
    csrf: Option<String>,
    same_origin: bool,
}

impl FromRequestParts<Arc<Context>> for Credentials {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        context: &Arc<Context>,
    ) -> Result<Self, Self::Rejection> {
        let headers = &parts.headers;
        let text = |name: header::HeaderName| headers.get(name)?.to_str().ok();
        let bearer = text(header::AUTHORIZATION).map(|value| {
            let (scheme, token) = value.split_once(' ').unwrap_or((value, ""));
            if scheme.eq_ignore_ascii_case("bearer") {
                token.trim().to_owned()
            } else {
                String::new()
            }
        });
        let reads = matches!(parts.method, Method::GET | Method::HEAD);
        Ok(Self {
            caller: parts.extensions.get().copied(),
            bearer,
            session: session(headers, is_secure(headers, context)),
            change: (!reads).then(|| CookieChange {
                csrf: headers
                    .get(CSRF_HEADER)
                    .and_then(|value| value.to_str().ok())
                    .map(str::to_owned),
                same_origin: is_same_origin(headers),
            }),
        })
    }
}

impl Credentials {
    /// Who it is.
    ///
    /// # Errors
    /// When it is nobody that is known, or a page changes something that may not be the studio.
    pub(super) async fn actor(&self, context: &Context) -> Result<Actor, ApiError> {
        if let Some(text) = &self.bearer {
            // Every request that reaches a handler has a caller.
            let caller = self.caller.ok_or(AccessError::Unknown)?;
            return Ok(context.authenticator.by_token(caller, text).await?);
        }
        let session = self.session.as_ref().ok_or(AccessError::Unknown)?;
        let actor = context.authenticator.by_session(session).await?;
        if let Some(change) = &self.change {
            let proved = change
                .csrf
                .as_ref()
                .is_some_and(|text| session.csrf().is(text));
            if !proved || !change.same_origin {
                return Err(ApiError::CrossSite);
            }
        }
        Ok(actor)
    }

    /// Who it is, if that may be done to that survey.
    ///
    /// # Errors
    /// When it may not.
    pub(super) async fn may(
        &self,
        context: &Context,
        permission: Permission,
        survey: &str,
    ) -> Result<Actor, ApiError> {
        let actor = self.actor(context).await?;
        if actor.may(permission, survey) {
            Ok(actor)
        } else {
            Err(ApiError::Forbidden)
        }
    }

    /// Who it is, if it is an operator.
    ///
    /// # Errors
    /// When it is not.
    pub(super) async fn operator(&self, context: &Context) -> Result<Actor, ApiError> {
        let actor = self.actor(context).await?;
        if actor.may_everywhere(Permission::Administer) {
            Ok(actor)
        } else {
            Err(ApiError::Forbidden)
        }
    }

    /// The session of the browser, believed or not.
    pub(super) const fn session(&self) -> Option<&SessionSecret> {
        self.session.as_ref()
    }

    /// The token in the header, whatever it is for.
    pub(super) fn bearer(&self) -> Option<&str> {
        self.bearer.as_deref()
    }

    /// Whether a token stands in a header: a browser does not put it there by itself.
    pub(super) const fn has_token(&self) -> bool {
        self.bearer.is_some()
    }
}

/// Whether the browser speaks TLS, with the collector or with the proxy before it. A client that
/// lies about it only spoils its own cookie.
pub(super) fn is_secure(headers: &HeaderMap, context: &Context) -> bool {
    let forwarded = headers
        .get("x-forwarded-proto")
        .is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"https"));
    context.speaks_tls || forwarded
}

pub(crate) fn session(headers: &HeaderMap, secure: bool) -> Option<SessionSecret> {
    let wanted = if secure { SECURE_COOKIE } else { COOKIE };
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == wanted)
        .and_then(|(_, value)| SessionSecret::parse(value))
}

/// The cookie that signs a browser in for so many seconds, or out for 0.
pub(super) fn cookie(value: &str, seconds: i64, secure: bool) -> String {
    let (name, secure) = if secure {
        (SECURE_COOKIE, "; Secure")
    } else {
        (COOKIE, "")
    };
    format!("{name}={value}; Path=/; Max-Age={seconds}; SameSite=Strict; HttpOnly{secure}")
}

/// Whether a browser says that the page is the collector's own. One that says nothing at all is not
/// believed: every browser of today says one or the other.
pub(crate) fn is_same_origin(headers: &HeaderMap) -> bool {
    let text = |name: header::HeaderName| headers.get(name)?.to_str().ok();
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin";
    }
    let origin = text(header::ORIGIN).and_then(|origin| origin.split_once("://"));
    match (origin, text(header::HOST)) {
        (Some((_, origin)), Some(host)) => origin.eq_ignore_ascii_case(host),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            let name: header::HeaderName = name.parse().unwrap();
            headers.append(name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_the_collectors_own_pages_are_of_its_origin() {
        for (pairs, same) in [
            (&[("sec-fetch-site", "same-origin")][..], true),
            (&[("sec-fetch-site", "same-site")], false),
            (&[("sec-fetch-site", "cross-site")], false),
            (&[("sec-fetch-site", "none")], false),
            (&[("origin", "http://a:1"), ("host", "a:1")], true),
            (&[("origin", "https://A"), ("host", "a")], true),
            (&[("origin", "http://a:1"), ("host", "a:2")], false),
            (&[("origin", "null"), ("host", "a")], false),
            (&[("host", "a")], false),
            (
                &[
                    ("origin", "http://a"),
                    ("host", "a"),
                    ("sec-fetch-site", "cross-site"),
                ],
                false,
            ),
            (&[], false),
        ] {
            assert_eq!(is_same_origin(&headers(pairs)), same, "{pairs:?}");
        }
    }

    #[test]
    fn a_cookie_of_a_plain_connection_is_not_believed_over_tls() {
        let secret = SessionSecret::draw().unwrap();
        let value = secret.reveal();
        let plain = headers(&[("cookie", &format!("a=b; sotto-session={value}"))]);
        assert!(session(&plain, false).is_some());
        assert!(session(&plain, true).is_none());
        let secure = headers(&[("cookie", &format!("__Host-sotto-session={value}"))]);
        assert!(session(&secure, true).is_some());
        assert!(session(&secure, false).is_none());
        assert_eq!(
            cookie("x", 60, true),
            "__Host-sotto-session=x; Path=/; Max-Age=60; SameSite=Strict; HttpOnly; Secure"
        );
        assert!(!cookie("x", 60, false).contains("Secure"));
    }
}
