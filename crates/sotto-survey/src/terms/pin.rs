//! The pin of a published survey: a hash by which a page, a copy and results name all that a person was
//! told. What is hashed, and how, is said where it is computed (`sotto_api::PublishedHash`, and the
//! widget's `pin.js`).

use std::{fmt, str::FromStr};

use base64ct::{Base64, Encoding};
use serde::{Deserialize, Serialize};
use thiserror::Error;

const PREFIX: &str = "sha256-";

/// The 32 bytes of a SHA-256 in base64, with its one `=`.
const DIGITS: usize = 44;

const LENGTH: usize = PREFIX.len() + DIGITS;

/// `sha256-` and 44 characters of base64, as hashes are written in pages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String, pattern = "^sha256-[A-Za-z0-9+/]{43}=$"))]
pub struct Pin([u8; LENGTH]);

/// Why a text is no pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a pin is \"sha256-\" and 44 characters of base64, the last of them \"=\"")]
pub struct NotAPin;

impl Pin {
    /// Of a hash.
    #[must_use]
    pub fn of_sha256(hash: &[u8; 32]) -> Self {
        let mut text = [0; LENGTH];
        let (prefix, digits) = text.split_at_mut(PREFIX.len());
        prefix.copy_from_slice(PREFIX.as_bytes());
        // There is room for 32 bytes.
        let _ = Base64::encode(hash, digits);
        Self(text)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // Only ASCII was let in.
        str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for Pin {
    type Err = NotAPin;

    fn from_str(text: &str) -> Result<Self, NotAPin> {
        let digit = |&byte: &u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
        let digits = text
            .strip_prefix(PREFIX)
            .and_then(|one| one.strip_suffix('='));
        let is_one = digits.is_some_and(|digits| digits.as_bytes().iter().all(digit));
        let bytes = text.as_bytes().try_into();
        bytes.ok().filter(|_| is_one).map(Self).ok_or(NotAPin)
    }
}

impl fmt::Display for Pin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl fmt::Debug for Pin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl TryFrom<String> for Pin {
    type Error = NotAPin;

    fn try_from(text: String) -> Result<Self, NotAPin> {
        text.parse()
    }
}

impl From<Pin> for String {
    fn from(pin: Pin) -> Self {
        pin.as_str().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_exactly_its_own_form() {
        // Of no bytes (FIPS 180-4's empty message).
        let text = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
        assert_eq!(text.parse::<Pin>().unwrap().to_string(), text);
        for bad in [
            "",
            "sha256-",
            "sha256-=",
            &text[1..],
            &format!("{text}="),
            &text.replace('=', "A"),
            &text.replace('+', "-"),
            &text.replace("sha256", "sha512"),
            &format!(" {}", &text[..text.len() - 1]),
        ] {
            assert_eq!(bad.parse::<Pin>(), Err(NotAPin), "{bad:?}");
        }
    }
}
