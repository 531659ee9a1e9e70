//! Through whom a survey's submissions come.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use url::{Host, Url};

use super::Origin;

/// A relay of Oblivious HTTP (RFC 9458): it sees from where a submission comes and none of its bytes, the
/// collector its bytes and not from where it comes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RelaySettings {
    /// An https address, or an http address of this machine
    #[cfg_attr(feature = "schema", schema(format = "uri", max_length = 2000))]
    pub url: String,
    /// Each device sends at a random moment within this many seconds
    #[serde(default = "default_seconds")]
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 3600))]
    pub seconds: u32,
}

const fn default_seconds() -> u32 {
    RelaySettings::DEFAULT_SECONDS
}

const MAX_LENGTH: usize = 2_000;
const MAX_SECONDS: u32 = 3_600;

/// Why a survey cannot be answered through such a relay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RelayError {
    /// The address is longer than anybody's.
    #[error("its address has {MAX_LENGTH} characters at most")]
    TooLong,
    /// A browser would not send there.
    #[error(
        "its address must be an https address such as https://relay.example/, without a name or password in it, its host of letters, digits, hyphens, underscores and dots; http is for this machine alone"
    )]
    Address,
    /// It is told, hashed and compared as a text, and this is not the text that browsers make of it.
    #[error(
        "its address must be written as browsers write it, such as https://relay.example/ with the slash"
    )]
    Written,
    /// Nobody's page is open for so long.
    #[error("its delay is from 0 to {MAX_SECONDS} seconds")]
    Seconds,
}

impl RelaySettings {
    /// Within so many seconds a device sends, unless it is said otherwise.
    pub const DEFAULT_SECONDS: u32 = 60;

    /// Its address, if it is one to which a browser may send and a policy can name.
    fn address(&self) -> Option<(Url, Origin)> {
        let url: Url = self.url.parse().ok()?;
        let is_here = match url.host()? {
            Host::Domain(name) => name == "localhost",
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
        };
        let is_plain = (url.scheme() == "https" || (url.scheme() == "http" && is_here))
            && url.username().is_empty()
            && url.password().is_none()
            && url.fragment().is_none();
        // An address may have a host that means something else in a policy: `*`, `a;sandbox`.
        let origin = Origin::try_from(url.origin().ascii_serialization()).ok()?;
        is_plain.then_some((url, origin))
    }

    /// The origin of its address, as a policy names it; `None` if it is no address.
    #[must_use]
    pub fn origin(&self) -> Option<Origin> {
        let (_, origin) = self.address()?;
        Some(origin)
    }

    /// Whether a survey can be answered through it.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), RelayError> {
        if self.url.len() > MAX_LENGTH {
            return Err(RelayError::TooLong);
        }
        if self.seconds > MAX_SECONDS {
            return Err(RelayError::Seconds);
        }
        let (url, _) = self.address().ok_or(RelayError::Address)?;
        let is_written = url.as_str() == self.url;
        is_written.then_some(()).ok_or(RelayError::Written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relay(url: &str, seconds: u32) -> RelaySettings {
        RelaySettings {
            url: url.to_owned(),
            seconds,
        }
    }

    #[test]
    fn a_relay_is_an_address_that_a_page_may_post_to() {
        for (url, origin) in [
            ("https://relay.example/", "https://relay.example"),
            (
                "https://relay.example:8443/a?b=c",
                "https://relay.example:8443",
            ),
            ("http://127.0.0.1:8081/", "http://127.0.0.1:8081"),
            ("http://localhost/", "http://localhost"),
            ("http://[::1]:81/", "http://[::1]:81"),
        ] {
            assert_eq!(relay(url, 0).check(), Ok(()), "{url}");
            let found = relay(url, 0).origin();
            assert_eq!(found.as_ref().map(Origin::as_str), Some(origin));
        }
        let long = format!("https://relay.example/{}", "a".repeat(MAX_LENGTH));
        for (wrong, error) in [
            ("", RelayError::Address),
            ("relay.example", RelayError::Address),
            ("https://relay.example", RelayError::Written),
            ("https://RELAY.example/", RelayError::Written),
            ("https://relay.example:443/", RelayError::Written),
            ("https://relay.example/ x", RelayError::Written),
            ("https://a:b@relay.example/", RelayError::Address),
            ("https://relay.example/#here", RelayError::Address),
            ("http://relay.example/", RelayError::Address),
            ("http://192.0.2.1/", RelayError::Address),
            ("ftp://relay.example/", RelayError::Address),
            ("javascript:alert(1)", RelayError::Address),
            ("https://a;sandbox/", RelayError::Address),
            ("https://a,sandbox/", RelayError::Address),
            ("https://a;report-uri/", RelayError::Address),
            ("https://*/", RelayError::Address),
            ("https://*.relay.example/", RelayError::Address),
            ("https://a'b/", RelayError::Address),
            ("https://a\"b/", RelayError::Address),
            ("https://a{b}~/", RelayError::Address),
            ("https://a!b$c&d(e)f+g=h/", RelayError::Address),
            (long.as_str(), RelayError::TooLong),
        ] {
            assert_eq!(relay(wrong, 60).check(), Err(error), "{wrong}");
        }
        let url = "https://relay.example/";
        assert_eq!(relay(url, MAX_SECONDS).check(), Ok(()));
        let wrong = relay(url, MAX_SECONDS + 1).check();
        assert_eq!(wrong, Err(RelayError::Seconds));
    }

    #[test]
    fn unless_said_otherwise_it_is_a_minute() {
        let read: RelaySettings =
            serde_json::from_str(r#"{"url":"https://relay.example/"}"#).unwrap();
        assert_eq!(read, relay("https://relay.example/", 60));
        assert!(
            serde_json::from_str::<RelaySettings>(r#"{"url":"https://a.example/","second":1}"#)
                .is_err()
        );
    }
}
