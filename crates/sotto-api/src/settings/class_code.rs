//! A survey's one code, told to a whole class. It keeps strangers out who were not told it; it does
//! not keep anybody from answering twice.

use std::fmt;

use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

const LENGTHS: std::ops::RangeInclusive<usize> = 4..=40;

/// 4 to 40 letters, digits and hyphens; capitals make no difference.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(value_type = String, pattern = "^[A-Za-z0-9-]{4,40}$")
)]
pub struct ClassCode(String);

impl ClassCode {
    /// Whether somebody typed it.
    #[must_use]
    pub fn is(&self, typed: &str) -> bool {
        let typed = typed.trim().to_ascii_lowercase();
        self.0.as_bytes().ct_eq(typed.as_bytes()).into()
    }
}

impl TryFrom<String> for ClassCode {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if LENGTHS.contains(&text.len())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        {
            Ok(Self(text.to_ascii_lowercase()))
        } else {
            Err("a class code has 4 to 40 letters, digits and hyphens")
        }
    }
}

impl From<ClassCode> for String {
    fn from(code: ClassCode) -> Self {
        code.0
    }
}

impl fmt::Debug for ClassCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ClassCode").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_typed_as_people_type() {
        let code = ClassCode::try_from("Blue-Whale-7".to_owned()).unwrap();
        assert!(code.is("blue-whale-7") && code.is(" BLUE-WHALE-7 "));
        assert!(!code.is("") && !code.is("blue-whale") && !code.is("blue whale 7"));
        for wrong in ["", "abc", "a b c d", "bläu", &"a".repeat(41)] {
            assert!(ClassCode::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }
}
