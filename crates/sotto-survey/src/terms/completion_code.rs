//! What somebody shows a panel for having finished: one code, the same for everybody.

use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

/// The longest code.
const MOST: usize = 64;

/// Why a text is no completion code; it holds the beginning of the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "\"{0}\" is no completion code: write 1 to 64 letters, digits, \"-\" and \"_\" of ASCII, such as \"C1K2X9\". Nothing is put into it, because it is the same for everybody"
)]
pub struct InvalidCompletionCode(String);

/// A completion code: 1 to 64 letters, digits, `-` and `_`, so that nobody has to wonder how to type it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String, pattern = "^[A-Za-z0-9_-]+$", min_length = 1, max_length = 64))]
pub struct CompletionCode(String);

impl CompletionCode {
    /// The code as it is shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for CompletionCode {
    type Err = InvalidCompletionCode;

    fn from_str(text: &str) -> Result<Self, InvalidCompletionCode> {
        let may_stand = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if (1..=MOST).contains(&text.len()) && text.bytes().all(may_stand) {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidCompletionCode(text.chars().take(80).collect()))
        }
    }
}

impl From<CompletionCode> for String {
    fn from(code: CompletionCode) -> Self {
        code.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_letters_and_digits() {
        let longest = "x".repeat(MOST);
        for good in ["C1K2X9", "a", "0", "thanks-2026_b", &longest] {
            assert_eq!(
                good.parse()
                    .map(|code: CompletionCode| String::from(code))
                    .as_deref(),
                Ok(good)
            );
        }
        let too_long = "x".repeat(MOST + 1);
        for bad in [
            "",
            " ",
            "C1 K2",
            "{pid}",
            "${PROLIFIC_PID}",
            "C1\u{202e}",
            "Ü",
            "<b>",
            &too_long,
        ] {
            assert!(bad.parse::<CompletionCode>().is_err(), "{bad}");
        }
    }
}
