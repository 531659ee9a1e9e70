//! Completion codes of people's own: what somebody shows a panel to be paid, and what the panel has checked.
//!
//! A code is the first half of a token's kind: ten random bytes that the device drew, and the first ten of the
//! function's value for them, which only the collector that counted the submission can have made
//! ([`unlinkable`](crate::unlinkable)). So nobody can make one up, and nobody can tell whose copy it came with.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Crockford's base 32: no I, L, O, U, so that nothing is misread.
pub const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Letters in a code, of five bits each.
const LENGTH: usize = OwnCode::HALF * 2 * 8 / 5;
/// Letters between hyphens.
const GROUP: usize = 4;

/// A completion code: 160 bits, written as eight groups of four letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct OwnCode {
    nonce: [u8; Self::HALF],
    value: [u8; Self::HALF],
}

/// The text is no completion code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a completion code has 32 letters and digits, such as 0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ"
)]
pub struct NoOwnCode;

impl OwnCode {
    /// Bytes of each of its two halves.
    pub const HALF: usize = 10;

    /// The code of a nonce and the function's value for it, of which the first bytes stand in it.
    #[must_use]
    pub fn new(nonce: &[u8], value: &[u8]) -> Self {
        let half = |bytes: &[u8]| std::array::from_fn(|at| bytes.get(at).copied().unwrap_or(0));
        Self {
            nonce: half(nonce),
            value: half(value),
        }
    }

    /// The nonce.
    #[must_use]
    pub const fn nonce(&self) -> &[u8; Self::HALF] {
        &self.nonce
    }

    /// The beginning of the function's value for it.
    #[must_use]
    pub const fn value(&self) -> &[u8; Self::HALF] {
        &self.value
    }
}

impl FromStr for OwnCode {
    type Err = NoOwnCode;

    /// Reads what somebody pasted: small letters, spaces and missing hyphens make no difference, nor do letters that
    /// look like a digit.
    fn from_str(text: &str) -> Result<Self, NoOwnCode> {
        let letters = text.bytes().filter(|byte| !matches!(byte, b'-' | b' '));
        let digits: Vec<u8> = letters.map(digit).collect::<Option<_>>().ok_or(NoOwnCode)?;
        if digits.len() != LENGTH {
            return Err(NoOwnCode);
        }
        // Eight letters are five bytes.
        let bytes = digits.chunks_exact(8).flat_map(|eight| {
            let bits = eight
                .iter()
                .fold(0_u64, |bits, &digit| bits << 5 | u64::from(digit));
            bits.to_be_bytes().into_iter().skip(3)
        });
        let bytes: Vec<u8> = bytes.collect();
        let (nonce, value) = bytes.split_at(Self::HALF);
        Ok(Self::new(nonce, value))
    }
}

/// The five bits of a letter.
fn digit(letter: u8) -> Option<u8> {
    let read = match letter.to_ascii_uppercase() {
        b'O' => b'0',
        b'I' | b'L' => b'1',
        other => other,
    };
    let place = LETTERS.iter().position(|&one| one == read)?;
    u8::try_from(place).ok()
}

impl fmt::Display for OwnCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = [self.nonce, self.value].concat();
        let letters = bytes.chunks_exact(5).flat_map(|five| {
            let bits = five
                .iter()
                .fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte));
            (0..8)
                .rev()
                .map(move |place| LETTERS[(bits >> (5 * place) & 31) as usize])
        });
        for (index, letter) in letters.enumerate() {
            if index > 0 && index % GROUP == 0 {
                out.write_str("-")?;
            }
            write!(out, "{}", char::from(letter))?;
        }
        Ok(())
    }
}

impl fmt::Debug for OwnCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("OwnCode").finish_non_exhaustive()
    }
}

/// Completion codes to be checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CodesCheck {
    /// The codes as people pasted them; at most [`CodesCheck::MOST`] at once.
    #[cfg_attr(feature = "schema", schema(min_items = 1, max_items = 1000))]
    pub codes: Vec<String>,
}

impl CodesCheck {
    /// The most codes checked at once.
    pub const MOST: usize = 1_000;
}

/// What is known of completion codes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CheckedCodes {
    /// Of each code, in the order in which they were asked about.
    pub codes: Vec<CodeState>,
}

/// What is known of a completion code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum CodeState {
    /// A submission to this survey was answered with it.
    Given,
    /// Given before in this very list: the same code, pasted twice.
    Repeated,
    /// This survey gave it to nobody.
    Unknown,
    /// It is no completion code at all.
    Unreadable,
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOWN: &str = "0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ";

    #[test]
    fn a_code_is_read_however_it_is_pasted() {
        let code: OwnCode = SHOWN.parse().unwrap();
        // All 32 digits in their order, 5 bits each: RFC 4648's packing, computed by hand for the first five bytes.
        assert_eq!(code.nonce()[..5], [0x00, 0x44, 0x32, 0x14, 0xc7]);
        assert_eq!(code.to_string(), SHOWN);
        let without = SHOWN.replace('-', "").to_lowercase();
        for pasted in [
            without.as_str(),
            " 0123 4567 89AB CDEF GHJK MNPQ RSTV WXYZ ",
            "ol23-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ",
        ] {
            assert_eq!(pasted.parse(), Ok(code), "{pasted}");
        }
        assert_eq!(format!("{code:?}"), "OwnCode { .. }");
        let too_long = format!("{SHOWN}0");
        for wrong in [
            "",
            "C1K2X9",
            &SHOWN[1..],
            &too_long,
            "0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYU",
            "é123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXY",
        ] {
            assert_eq!(wrong.parse::<OwnCode>(), Err(NoOwnCode), "{wrong}");
        }
    }

    #[test]
    fn what_is_printed_is_read_back() {
        for seed in 0..=u8::MAX {
            let nonce: [u8; 10] =
                std::array::from_fn(|at| seed.wrapping_mul(31).wrapping_add(b"0A9b!q~7ZZ"[at]));
            let value = nonce.map(|byte| byte.rotate_left(3) ^ seed);
            let code = OwnCode::new(&nonce, &value);
            assert_eq!((code.nonce(), code.value()), (&nonce, &value));
            assert_eq!(code.to_string().parse(), Ok(code));
        }
    }
}
