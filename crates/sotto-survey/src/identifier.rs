//! Names of surveys, questions and options.

use std::{fmt, str::FromStr};

use serde::Serialize;

use crate::{
    error::SurveyError,
    json::{self, Json, Read, deserialize_by_reading},
};

/// A name that stands in files, addresses and payloads: `[a-z0-9][a-z0-9-]{0,63}`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "String")]
pub struct Identifier(String);

impl Identifier {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Identifier {
    type Err = SurveyError;

    fn from_str(text: &str) -> Result<Self, SurveyError> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let bytes = text.as_bytes();
        if bytes.first().is_some_and(|&first| plain(first))
            && bytes.len() <= 64
            && bytes.iter().all(|&byte| plain(byte) || byte == b'-')
        {
            Ok(Self(text.to_owned()))
        } else {
            Err(SurveyError::Identifier(text.chars().take(80).collect()))
        }
    }
}

deserialize_by_reading!(Identifier);

impl Identifier {
    pub(crate) fn read(json: Json) -> Read<Self> {
        Ok(json::text(json)?.parse()?)
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
