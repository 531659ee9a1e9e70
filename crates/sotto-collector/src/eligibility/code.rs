//! Codes that people can type.

use std::fmt;

use rand::{
    TryRng,
    rngs::{SysError, SysRng},
};
use sha2::{Digest as _, Sha256};
use sotto_api::LETTERS;
use thiserror::Error;

use crate::storage::InviteKey;

/// Letters in a code: 100 bits.
const LENGTH: usize = 20;
/// Letters between hyphens.
const GROUP: usize = 5;

/// An invite's code: 100 random bits, written as `ABCDE-FGHJK-MNPQR-STVWX`.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Code([u8; LENGTH]);

/// The text is not a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an invite has 20 letters and digits, such as ABCDE-FGHJK-MNPQR-STVWX")]
pub(crate) struct WrongCode;

impl Code {
    /// Draws one.
    ///
    /// # Errors
    /// When the system gives no randomness.
    pub(crate) fn draw() -> Result<Self, SysError> {
        let mut letters = [0; LENGTH];
        SysRng.try_fill_bytes(&mut letters)?;
        // 256 is a multiple of 32: every letter is as likely as any other.
        Ok(Self(
            letters.map(|byte| LETTERS[usize::from(byte) % LETTERS.len()]),
        ))
    }

    /// Reads what somebody typed: small letters, spaces and missing hyphens make no difference, nor
    /// do letters that look like a digit.
    ///
    /// # Errors
    /// When it is not a code.
    pub(crate) fn read(text: &str) -> Result<Self, WrongCode> {
        let mut letters = [0; LENGTH];
        let mut rest = letters.iter_mut();
        for letter in text.bytes().filter(|byte| !matches!(byte, b'-' | b' ')) {
            let letter = match letter.to_ascii_uppercase() {
                b'O' => b'0',
                b'I' | b'L' => b'1',
                other if LETTERS.contains(&other) => other,
                _ => return Err(WrongCode),
            };
            *rest.next().ok_or(WrongCode)? = letter;
        }
        rest.next()
            .is_none()
            .then_some(Self(letters))
            .ok_or(WrongCode)
    }

    /// What is stored in its stead. As there are 100 bits to guess, no slower hash is needed.
    pub(crate) fn key(&self, survey: &str) -> InviteKey {
        Sha256::new()
            .chain_update("sotto invite ")
            .chain_update(survey)
            .chain_update(" ")
            .chain_update(self.0)
            .finalize()
            .into()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, letter) in self.0.iter().enumerate() {
            if index > 0 && index % GROUP == 0 {
                out.write_str("-")?;
            }
            write!(out, "{}", char::from(*letter))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Code").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let code = Code::read("ABCDE-FGHJK-MNPQR-01110").unwrap();
        for typed in [
            "abcde-fghjk-mnpqr-01110",
            "ABCDEFGHJKMNPQR01110",
            " abcde fghjk mnpqr oIlLO ",
        ] {
            assert_eq!(Code::read(typed), Ok(code.clone()), "{typed}");
        }
        assert_eq!(code.to_string(), "ABCDE-FGHJK-MNPQR-01110");
        assert_eq!(format!("{code:?}"), "Code { .. }");
        for wrong in [
            "",
            "ABCDE",
            "ABCDE-FGHJK-MNPQR-0111",
            "ABCDE-FGHJK-MNPQR-0111U",
        ] {
            assert_eq!(Code::read(wrong), Err(WrongCode), "{wrong}");
        }
    }

    #[test]
    fn codes_differ_and_belong_to_a_survey() {
        let [a, b] = [(); 2].map(|()| Code::draw().unwrap());
        assert_ne!(a, b);
        assert_eq!(Code::read(&a.to_string()), Ok(a.clone()));
        assert_ne!(a.key("one"), a.key("other"));
        assert_ne!(a.key("one"), b.key("one"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            if let Ok(code) = Code::read(&text) {
                prop_assert_eq!(Code::read(&code.to_string()), Ok(code));
            }
        }
    }
}
