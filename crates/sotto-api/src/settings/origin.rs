//! The origin of a web page.

use std::fmt;

use serde::{Deserialize, Serialize};
use url::Url;

/// An origin exactly as browsers write it: `https://example.org`, `http://localhost:8000`. So it
/// can be compared as text, and stand in a header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String))]
pub struct Origin(String);

impl Origin {
    /// As browsers write it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text is not an origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an origin such as https://example.org, lower case, without a path or a slash at its end")]
pub struct NotAnOrigin;

const MAX_LENGTH: usize = 300;

impl TryFrom<String> for Origin {
    type Error = NotAnOrigin;

    fn try_from(text: String) -> Result<Self, NotAnOrigin> {
        let url: Url = match text.len() {
            0..=MAX_LENGTH => text.parse().map_err(|_| NotAnOrigin)?,
            _ => return Err(NotAnOrigin),
        };
        let is_origin = matches!(url.scheme(), "http" | "https")
            && url.origin().ascii_serialization() == text
            // What may stand in a policy's list: a host there cannot hold these.
            && !text.contains([';', ',', '*', '\'', ' ']);
        is_origin.then_some(Self(text)).ok_or(NotAnOrigin)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_browsers_send_is_an_origin() {
        for text in [
            "https://example.org",
            "http://localhost:8000",
            "http://127.0.0.1:1",
            "https://[::1]:8443",
            "https://xn--bcher-kva.example",
        ] {
            assert_eq!(Origin::try_from(text.to_owned()).unwrap().to_string(), text);
        }
        for wrong in [
            "",
            "null",
            "*",
            "example.org",
            "https://example.org/",
            "https://example.org:443",
            "https://Example.org",
            "https://user@example.org",
            "https://example.org/path",
            "https://*.example.org",
            "https://bücher.example",
            "https://a;b",
            "https://a'b",
            "https://a,b",
            "https://example.org\r\nx: y",
            "ftp://example.org",
            "file:///etc",
            "javascript:alert(1)",
            &format!("https://{}", "a".repeat(400)),
        ] {
            assert!(Origin::try_from(wrong.to_owned()).is_err(), "{wrong:?}");
        }
    }
}
