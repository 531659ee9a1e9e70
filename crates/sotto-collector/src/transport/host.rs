//! Whether a request names the host that it is for, as RFC 9112 (3.2) has it: once, and in HTTP/1.1 always. Of two
//! names a proxy might read one and the collector the other.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, Version, header, uri::Authority},
    response::{IntoResponse, Response},
};

const REFUSAL: &str = "A request in HTTP/1.1 has one header \"host\" with the name and perhaps the port of the host \
    that it is for, such as \"host: example.org\"; in HTTP/1.0 it may have none.\n";

/// Whether the host is named as it should be.
pub(super) fn is_named(version: Version, headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) => version < Version::HTTP_11,
        (Some(host), None) => is_host(host),
        (Some(_), Some(_)) => false,
    }
}

/// A name and perhaps a port, or nothing, where the address of the request has no host either. A comma is how proxies
/// join a field that was sent twice.
fn is_host(host: &HeaderValue) -> bool {
    let bytes = host.as_bytes();
    bytes.is_empty()
        || (Authority::try_from(bytes).is_ok() && !bytes.iter().any(|byte| b"@,".contains(byte)))
}

/// What is said to a request that does not.
pub(super) fn refusal() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Whoever sent it may mean something else by what follows.
        (header::CONNECTION, "close"),
    ];
    (StatusCode::BAD_REQUEST, headers, Body::from(REFUSAL)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(version: Version, hosts: &[&str]) -> bool {
        let mut headers = HeaderMap::new();
        for host in hosts {
            headers.append(header::HOST, host.parse().unwrap());
        }
        is_named(version, &headers)
    }

    #[test]
    fn a_host_is_named_once() {
        for host in [
            "example.org",
            "example.org:8080",
            "[::1]:80",
            "127.0.0.1",
            "",
        ] {
            assert!(named(Version::HTTP_11, &[host]), "{host:?}");
            assert!(named(Version::HTTP_10, &[host]), "{host:?}");
            assert!(!named(Version::HTTP_11, &[host, host]), "{host:?}");
            assert!(!named(Version::HTTP_10, &[host, "b.example"]), "{host:?}");
        }
        assert!(!named(Version::HTTP_11, &[]));
        assert!(named(Version::HTTP_10, &[]));
        for wrong in ["a b", "a@b", "a/b", "a,b", "http://a"] {
            assert!(!named(Version::HTTP_11, &[wrong]), "{wrong:?}");
        }
    }
}
