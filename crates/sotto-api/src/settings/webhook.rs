//! Where a survey's aggregates are posted.

use std::fmt;

use serde::{Deserialize, Serialize};
use url::Url;

/// A webhook. Whether its address may be called is checked again at every call, because a name can come to lead
/// elsewhere.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WebhookSettings {
    /// An https address, or an http address of this machine
    #[cfg_attr(feature = "schema", schema(format = "uri", max_length = 2000))]
    pub url: String,
    /// Changes within this many seconds are reported together
    #[serde(default = "default_seconds")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 86400))]
    pub seconds: u32,
    /// Signs what is posted; shown once, in the response to the change that made it
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(read_only))]
    pub secret: Option<String>,
}

const fn default_seconds() -> u32 {
    60
}

const MAX_LENGTH: usize = 2_000;
const MAX_SECONDS: u32 = 86_400;

impl WebhookSettings {
    /// Its address, if it is one.
    #[must_use]
    pub fn address(&self) -> Option<Url> {
        self.url.parse().ok()
    }

    pub(super) fn check(&self) -> Result<(), &'static str> {
        let wrong = "\"url\" must be an address such as https://example.org/path, without a name or password in it";
        if self.url.len() > MAX_LENGTH {
            return Err("\"url\" has 2000 characters at most");
        }
        if !(1..=MAX_SECONDS).contains(&self.seconds) {
            return Err("\"seconds\" is from 1 to 86400");
        }
        let url = self.address().ok_or(wrong)?;
        let plain = matches!(url.scheme(), "https" | "http")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none();
        plain.then_some(()).ok_or(wrong)
    }
}

/// An address often holds a secret of its own.
impl fmt::Debug for WebhookSettings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("WebhookSettings").finish_non_exhaustive()
    }
}
