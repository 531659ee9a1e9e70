//! Names of surveys, questions and options.

use std::{fmt, str::FromStr};

use serde::Serialize;

use thiserror::Error;

/// Why a text is not an [`Identifier`]; it holds the beginning of the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "\"{0}\" is not an identifier: use 1 to 64 of a-z, 0-9 and \"-\", not beginning with \"-\""
)]
pub struct InvalidIdentifier(String);

/// A name used in files, addresses and payloads: `[a-z0-9][a-z0-9-]{0,63}`.
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

    /// The only one without a character; no survey is made with one.
    pub(crate) const fn stand_in() -> Self {
        Self(String::new())
    }

    pub(crate) const fn is_stand_in(&self) -> bool {
        self.0.is_empty()
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
