//! What stands in the log.

use std::fmt;

use base64ct::{Base64, Encoding};
use sha2::{Digest, Sha256};
use sotto_survey::Pin;

/// A line of the log. A survey stands in it by the hash of its id, so that the log of a deleted one says
/// nothing but that there was one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LogEntry(String);

/// What a line is about, by its first word.
const SURVEY: &str = "sotto-survey-1";
const ISSUING_KEY: &str = "sotto-issuing-key-1";
const GATEWAY_KEY: &str = "sotto-gateway-key-1";

impl LogEntry {
    /// The longest line, in bytes, that a reader takes.
    pub const LONGEST: usize = 512;

    /// A version of a survey as it was given out: its pin covers all that people are told before they
    /// answer.
    #[must_use]
    pub fn survey(id: &str, version: u32, pin: &Pin) -> Self {
        Self(format!("{SURVEY} {} {version} {pin}", hash(id)))
    }

    /// The public key under which a survey's tokens are sold, in base64url as its status tells it.
    #[must_use]
    pub fn issuing_key(id: &str, key: &str) -> Self {
        Self(format!("{ISSUING_KEY} {} {key}", hash(id)))
    }

    /// A key to which submissions that come through a relay are encrypted: what browsers get (RFC 9458's
    /// `application/ohttp-keys`), in base64url. It is no survey's.
    #[must_use]
    pub fn gateway_key(told: &str) -> Self {
        Self(format!("{GATEWAY_KEY} {told}"))
    }

    /// A line that was read: of ASCII that can be seen, and not too long.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let is_one = !line.is_empty()
            && line.len() <= Self::LONGEST
            && line
                .bytes()
                .all(|byte| byte == b' ' || byte.is_ascii_graphic());
        is_one.then(|| Self(line.to_owned()))
    }

    /// Whether it is about the survey with this id.
    #[must_use]
    pub fn is_of(&self, id: &str) -> bool {
        self.0.split(' ').nth(1) == Some(hash(id).as_str())
    }

    /// Whether it is about a version of a survey, and not about a key.
    #[must_use]
    pub fn is_survey(&self) -> bool {
        self.0.split(' ').next() == Some(SURVEY)
    }

    /// The line.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for LogEntry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// As `printf ID | openssl dgst -sha256 -binary | base64` writes it.
fn hash(id: &str) -> String {
    Base64::encode_string(&Sha256::digest(id.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_its_survey_by_a_hash_alone() {
        let pin: Pin = "sha256-1xKGPZ735+LNJZHDybYlSTs2jNWkF3GN7C99tf16t78="
            .parse()
            .unwrap();
        let entry = LogEntry::survey("census", 2, &pin);
        // By `printf census | openssl dgst -sha256 -binary | base64`.
        assert_eq!(
            entry.as_str(),
            "sotto-survey-1 eWm/LTqc7/n3dFMdBb4ZI9Bxmyt12w4UXor3sUmq9x8= 2 sha256-1xKGPZ735+LNJZHDybYlSTs2jNWkF3GN7C99tf16t78="
        );
        assert!(entry.is_of("census") && !entry.is_of("censu") && entry.is_survey());
        let key = LogEntry::issuing_key("census", "abc");
        assert!(key.is_of("census") && !key.is_survey());
        let key = LogEntry::gateway_key("abc");
        assert!(!key.is_of("census") && !key.is_survey());
        assert_eq!(LogEntry::read(entry.as_str()), Some(entry));
    }

    #[test]
    fn what_is_no_line_is_none() {
        let long = "x".repeat(LogEntry::LONGEST + 1);
        for text in ["", "two\nlines", "zero\0", "schön", &long] {
            assert_eq!(LogEntry::read(text), None, "{text:?}");
        }
    }
}
