//! By what a picture is known: the hash of its bytes.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};
use thiserror::Error;

/// The SHA-256 of a picture's bytes, written in 64 hexadecimal digits, as `sha256sum` prints it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PictureHash([u8; 32]);

/// Why a text is no hash of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a picture is named by the SHA-256 of its bytes: 64 digits from 0 to 9 and a to f, as `sha256sum` prints them"
)]
pub struct NotAPictureHash;

impl PictureHash {
    /// Of the hash itself.
    #[must_use]
    pub const fn of_sha256(hash: [u8; 32]) -> Self {
        Self(hash)
    }

    /// The hash itself.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl FromStr for PictureHash {
    type Err = NotAPictureHash;

    fn from_str(text: &str) -> Result<Self, NotAPictureHash> {
        let mut hash = [0; 32];
        if text.len() != 2 * hash.len() {
            return Err(NotAPictureHash);
        }
        let (pairs, _) = text.as_bytes().as_chunks::<2>();
        for (byte, [high, low]) in hash.iter_mut().zip(pairs) {
            *byte =
                digit(*high).ok_or(NotAPictureHash)? << 4 | digit(*low).ok_or(NotAPictureHash)?;
        }
        Ok(Self(hash))
    }
}

/// Capitals are refused: a hash is written in one way.
const fn digit(character: u8) -> Option<u8> {
    match character {
        b'0'..=b'9' => Some(character - b'0'),
        b'a'..=b'f' => Some(character - b'a' + 10),
        _ => None,
    }
}

impl fmt::Display for PictureHash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: [char; 16] = [
            '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
        ];
        for byte in self.0 {
            for half in [byte >> 4, byte & 15] {
                let digit = DIGITS.get(usize::from(half)).copied();
                fmt::Write::write_char(out, digit.unwrap_or_default())?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for PictureHash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl Serialize for PictureHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_exactly_its_own_form() {
        let text = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let hash: PictureHash = text.parse().unwrap();
        assert_eq!(hash.to_string(), text);
        assert_eq!(hash.bytes()[..2], [0xe3, 0xb0]);
        for bad in [
            "",
            &text[1..],
            &format!("{text}0"),
            &text.to_uppercase(),
            &text.replace('c', "g"),
            &text.replace("e3", "é"),
        ] {
            assert_eq!(bad.parse::<PictureHash>(), Err(NotAPictureHash), "{bad:?}");
        }
    }
}
