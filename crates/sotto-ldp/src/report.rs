//! The common form of reports, as they travel: an index, or a bit string.

use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
};

/// A report in the form in which it travels. In JSON an index is a number and a bit string is
/// base64url without padding characters.
///
/// Reading one tells nothing about whether its mechanism can produce it: the oracle decides that.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Report {
    /// A category's index.
    Index(u32),
    /// One bit per category, in bytes: category v is bit v mod 8, counted from the least
    /// significant, of byte ⌊v/8⌋; bits behind the last category are zero.
    Bits(Vec<u8>),
}

impl Report {
    /// What kind of report this is, for messages.
    #[must_use]
    pub const fn form(&self) -> &'static str {
        match self {
            Self::Index(_) => "an index",
            Self::Bits(_) => "a bit string in base64url",
        }
    }
}

/// Exactly what stands in JSON.
impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => write!(out, "{index}"),
            Self::Bits(bytes) => write!(out, "\"{}\"", Base64UrlUnpadded::encode_string(bytes)),
        }
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Index(index) => serializer.serialize_u32(*index),
            Self::Bits(bytes) => serializer.serialize_str(&Base64UrlUnpadded::encode_string(bytes)),
        }
    }
}

impl<'de> Deserialize<'de> for Report {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ReportVisitor)
    }
}

struct ReportVisitor;

impl Visitor<'_> for ReportVisitor {
    type Value = Report;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a report: an index or a bit string in base64url")
    }

    fn visit_u64<E: Error>(self, index: u64) -> Result<Report, E> {
        u32::try_from(index)
            .map(Report::Index)
            .map_err(|_| E::custom("the index is too large"))
    }

    // How serde-wasm-bindgen hands over a whole number.
    fn visit_i64<E: Error>(self, index: i64) -> Result<Report, E> {
        u32::try_from(index)
            .map(Report::Index)
            .map_err(|_| E::custom("an index is a whole number from 0"))
    }

    // A browser's numbers are all floating-point.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number is checked to be an index first"
    )]
    fn visit_f64<E: Error>(self, index: f64) -> Result<Report, E> {
        if index.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&index) {
            Ok(Report::Index(index as u32))
        } else {
            Err(E::custom("an index is a whole number from 0"))
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Report, E> {
        Base64UrlUnpadded::decode_vec(text)
            .map(Report::Bits)
            .map_err(|_| E::custom("a bit string must be base64url without padding"))
    }
}

/// One bit per category.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bits {
    /// Category v is bit v mod 64 of word ⌊v/64⌋; bits behind the last category are zero.
    pub(crate) words: Vec<u64>,
}

impl Bits {
    /// The bits as words, category v at bit v mod 64 of word ⌊v/64⌋.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether the bit of that category is set.
    #[must_use]
    pub fn is_set(&self, value: u32) -> bool {
        self.words
            .get((value / 64) as usize)
            .is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    pub(crate) fn to_bytes(&self, domain_size: u32) -> Vec<u8> {
        let bytes = self.words.iter().flat_map(|word| word.to_le_bytes());
        bytes.take(domain_size.div_ceil(8) as usize).collect()
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let words = bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        Self {
            words: words.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn json_forms() {
        assert_eq!(serde_json::to_string(&Report::Index(12)).unwrap(), "12");
        assert_eq!(
            serde_json::to_string(&Report::Bits(vec![0b101, 0xff])).unwrap(),
            "\"Bf8\""
        );
        for text in [
            "-1",
            "1.5",
            "4294967296",
            "\"*\"",
            "\"Bf8=\"",
            "null",
            "[]",
            "{}",
            "true",
        ] {
            assert!(serde_json::from_str::<Report>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn signed_whole_numbers_are_indices_too() {
        type Signed = serde::de::value::I64Deserializer<serde::de::value::Error>;
        let read = |number: i64| {
            let deserializer: Signed = serde::de::IntoDeserializer::into_deserializer(number);
            Report::deserialize(deserializer).ok()
        };
        assert_eq!(read(12), Some(Report::Index(12)));
        assert_eq!(read(-1), None);
        assert_eq!(read(i64::from(u32::MAX) + 1), None);
    }

    proptest! {
        #[test]
        fn display_and_json_agree_and_read_back(bytes in prop::collection::vec(any::<u8>(), 0..40), index: u32) {
            for report in [Report::Bits(bytes.clone()), Report::Index(index)] {
                let json = serde_json::to_string(&report).unwrap();
                prop_assert_eq!(&json, &report.to_string());
                prop_assert_eq!(serde_json::from_str::<Report>(&json).unwrap(), report);
            }
        }
    }
}
