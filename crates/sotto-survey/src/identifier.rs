//! Names of surveys, questions and options.

use std::{fmt, str::FromStr};

use serde::Serialize;

use thiserror::Error;

use crate::{
    fault::At,
    fields::{self, StandIn, deserialize_by_reading},
    json::Json,
};

/// Why a text is not an [`Identifier`]; it holds the beginning of the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "\"{0}\" is not an identifier: use 1 to 64 of a-z, 0-9 and \"-\", not beginning with \"-\""
)]
pub struct InvalidIdentifier(String);

/// A name that stands in files, addresses and payloads: `[a-z0-9][a-z0-9-]{0,63}`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "String")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String, pattern = "^[a-z0-9][a-z0-9-]{0,63}$"))]
pub struct Identifier(String);

impl Identifier {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Identifier {
    type Err = InvalidIdentifier;

    fn from_str(text: &str) -> Result<Self, InvalidIdentifier> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let bytes = text.as_bytes();
        if bytes.first().is_some_and(|&first| plain(first))
            && bytes.len() <= 64
            && bytes.iter().all(|&byte| plain(byte) || byte == b'-')
        {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidIdentifier(text.chars().take(80).collect()))
        }
    }
}

deserialize_by_reading!(Identifier);

impl Identifier {
    pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let text = fields::text(json, at)?;
        at.made(text.parse::<Self>())
    }

    pub(crate) fn read_or_stand_in(json: Json, at: &At<'_>) -> Self {
        Self::read(json, at).unwrap_or_else(Self::stand_in)
    }

    pub(crate) const fn is_stand_in(&self) -> bool {
        self.0.is_empty()
    }
}

/// The only identifier without a character; no survey is made with one.
impl StandIn for Identifier {
    fn stand_in() -> Self {
        Self(String::new())
    }
}

impl From<Identifier> for String {
    fn from(identifier: Identifier) -> Self {
        identifier.0
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_its_pattern() {
        for good in ["a", "0", "over-50", "a-", &"x".repeat(64)] {
            assert_eq!(good.parse::<Identifier>().unwrap().as_str(), good);
        }
        for bad in ["", "-a", "A", "ä", "a b", "a_b", "<b>", &"x".repeat(65)] {
            assert!(bad.parse::<Identifier>().is_err(), "{bad:?}");
        }
    }
}
