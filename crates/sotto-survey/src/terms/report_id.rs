//! The name of a submission, made on the device, by which it is counted once.

use std::{fmt, str::FromStr};

use rand::CryptoRng;
use serde::{Deserialize, Serialize};

use super::error::SubmissionError;

/// 128 random bits; 32 lowercase hexadecimal digits in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String, pattern = "^[0-9a-f]{32}$"))]
pub struct ReportId([u8; 16]);

impl ReportId {
    /// Draws a new one.
    pub fn draw<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let mut bytes = [0; 16];
        rng.fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// The bytes, for storage.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for ReportId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
    }
}

impl FromStr for ReportId {
    type Err = SubmissionError;

    fn from_str(text: &str) -> Result<Self, SubmissionError> {
        let lowercase = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() != 32 || !text.bytes().all(lowercase) {
            return Err(SubmissionError::ReportId);
        }
        u128::from_str_radix(text, 16)
            .map(|number| Self(number.to_be_bytes()))
            .map_err(|_| SubmissionError::ReportId)
    }
}

impl TryFrom<String> for ReportId {
    type Error = SubmissionError;

    fn try_from(text: String) -> Result<Self, SubmissionError> {
        text.parse()
    }
}

impl From<ReportId> for String {
    fn from(id: ReportId) -> Self {
        id.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_exactly_its_own_form() {
        let text = "00ff0123456789abcdef0123456789ab";
        assert_eq!(text.parse::<ReportId>().unwrap().to_string(), text);
        for bad in [
            "",
            "00",
            &text.to_uppercase(),
            &format!("{text}0"),
            &format!("+{}", &text[1..]),
        ] {
            assert!(bad.parse::<ReportId>().is_err(), "{bad:?}");
        }
    }
}
