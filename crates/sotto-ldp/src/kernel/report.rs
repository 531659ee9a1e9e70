//! The common form of reports, as they travel: an index, a list of indices, a bit string, or a row
//! and a bit string.

use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, SeqAccess, Visitor},
    ser::SerializeSeq,
};

use super::error::ImpossibleReport;

/// A report in the form in which it travels. In JSON an index is a number, a list is an array of
/// numbers, a bit string is base64url without padding characters, and a row with its bits is an
/// array of both.
///
/// Reading one tells nothing about whether its mechanism can produce it: the oracle decides that.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Report {
    /// A category's index, a column or a point.
    Index(u32),
    /// One bit per category, in bytes: category v is bit v mod 8, counted from the least
    /// significant, of byte ⌊v/8⌋; bits behind the last category are zero. Where a mechanism sends
    /// whole numbers for each category, they are bits in the same order.
    Bits(Vec<u8>),
    /// Several indices: the categories of a set, rising; or a seed and its bucket; or what else
    /// the mechanism says.
    Indices(Vec<u32>),
    /// The row of a sketch, and the bits of its columns.
    Row(u32, Vec<u8>),
}

/// No mechanism lists more indices: a longer list is refused while it is read.
const LONGEST_LIST: usize = 1 << 16;

impl Report {
    /// What kind of report this is, for messages.
    #[must_use]
    pub const fn form(&self) -> &'static str {
        match self {
            Self::Index(_) => "an index",
            Self::Bits(_) => "a bit string in base64url",
            Self::Indices(_) => "a list of indices",
            Self::Row(..) => "a row and a bit string",
        }
    }

    /// What a mechanism's reports look like in JSON, for messages: this is one of its longest.
    #[must_use]
    pub fn description(&self) -> String {
        match self {
            Self::Index(greatest) => format!("an index from 0 to {greatest}"),
            Self::Bits(bytes) => format!(
                "a bit string of {} bytes in base64url, in quotation marks",
                bytes.len()
            ),
            Self::Indices(indices) if indices.len() <= 4 => {
                format!("a list of {} indices, such as {self}", indices.len())
            }
            Self::Indices(indices) => format!("a list of {} indices", indices.len()),
            Self::Row(_, bytes) => format!(
                "a list of a row and a bit string of {} bytes in base64url",
                bytes.len()
            ),
        }
    }

    /// The bit string that a text in base64url without padding says, if it does.
    #[must_use]
    pub fn of_bits(text: &str) -> Option<Self> {
        Base64UrlUnpadded::decode_vec(text).ok().map(Self::Bits)
    }

    /// The index that this is.
    pub(crate) const fn index(&self) -> Option<u32> {
        match *self {
            Self::Index(index) => Some(index),
            _ => None,
        }
    }

    /// The indices that this lists, if they are so many.
    pub(crate) fn indices<const N: usize>(&self) -> Option<[u32; N]> {
        match self {
            Self::Indices(indices) => indices[..].try_into().ok(),
            _ => None,
        }
    }

    /// The bytes of the bit string that this is.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Bits(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The row that this is, and the bytes of its bits.
    pub(crate) fn row(&self) -> Option<(u32, &[u8])> {
        match self {
            Self::Row(row, bytes) => Some((*row, bytes)),
            _ => None,
        }
    }

    pub(crate) fn wrong_form(&self, expected: &'static str) -> ImpossibleReport {
        ImpossibleReport::WrongForm {
            expected,
            found: self.form(),
        }
    }
}

pub(crate) const fn below(index: u32, bound: u32) -> Result<(), ImpossibleReport> {
    if index < bound {
        Ok(())
    } else {
        Err(ImpossibleReport::IndexOutOfRange {
            index,
            domain_size: bound,
        })
    }
}

/// Exactly what stands in JSON.
impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => write!(out, "{index}"),
            Self::Bits(bytes) => write!(out, "\"{}\"", Base64UrlUnpadded::encode_string(bytes)),
            Self::Indices(indices) => {
                out.write_str("[")?;
                for (count, index) in indices.iter().enumerate() {
                    let comma = if count == 0 { "" } else { "," };
                    write!(out, "{comma}{index}")?;
                }
                out.write_str("]")
            }
            Self::Row(row, bytes) => {
                let bits = Base64UrlUnpadded::encode_string(bytes);
                write!(out, "[{row},\"{bits}\"]")
            }
        }
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Index(index) => serializer.serialize_u32(*index),
            Self::Bits(bytes) => serializer.serialize_str(&Base64UrlUnpadded::encode_string(bytes)),
            Self::Indices(indices) => serializer.collect_seq(indices),
            Self::Row(row, bytes) => {
                let mut pair = serializer.serialize_seq(Some(2))?;
                pair.serialize_element(row)?;
                pair.serialize_element(&Base64UrlUnpadded::encode_string(bytes))?;
                pair.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Report {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ReportVisitor)
    }
}

struct ReportVisitor;

impl<'de> Visitor<'de> for ReportVisitor {
    type Value = Report;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(
            "a report: an index, a list of indices, a bit string in base64url, or a row and a bit string",
        )
    }

    fn visit_u64<E: Error>(self, index: u64) -> Result<Report, E> {
        PartVisitor.visit_u64(index).map(ReportPart::into_report)
    }

    fn visit_i64<E: Error>(self, index: i64) -> Result<Report, E> {
        PartVisitor.visit_i64(index).map(ReportPart::into_report)
    }

    fn visit_f64<E: Error>(self, index: f64) -> Result<Report, E> {
        PartVisitor.visit_f64(index).map(ReportPart::into_report)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Report, E> {
        PartVisitor.visit_str(text).map(ReportPart::into_report)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Report, A::Error> {
        let mut indices = Vec::new();
        while let Some(part) = parts.next_element()? {
            match part {
                ReportPart::Index(_) if indices.len() == LONGEST_LIST => {
                    return Err(A::Error::custom("a list has at most 65536 indices"));
                }
                ReportPart::Index(index) => indices.push(index),
                ReportPart::Bits(bits) => {
                    return match (indices[..].as_ref(), parts.next_element::<ReportPart>()?) {
                        (&[row], None) => Ok(Report::Row(row, bits)),
                        _ => Err(A::Error::custom(
                            "a bit string in a list must follow one row, and end the list",
                        )),
                    };
                }
            }
        }
        Ok(Report::Indices(indices))
    }
}

/// A report that is not a list, or an element of one that is.
enum ReportPart {
    Index(u32),
    Bits(Vec<u8>),
}

impl ReportPart {
    fn into_report(self) -> Report {
        match self {
            Self::Index(index) => Report::Index(index),
            Self::Bits(bytes) => Report::Bits(bytes),
        }
    }
}

impl<'de> Deserialize<'de> for ReportPart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PartVisitor)
    }
}

struct PartVisitor;

impl Visitor<'_> for PartVisitor {
    type Value = ReportPart;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an index or a bit string in base64url")
    }

    fn visit_u64<E: Error>(self, index: u64) -> Result<ReportPart, E> {
        u32::try_from(index)
            .map(ReportPart::Index)
            .map_err(|_| E::custom("the index is too large"))
    }

    // How serde-wasm-bindgen hands over a whole number.
    fn visit_i64<E: Error>(self, index: i64) -> Result<ReportPart, E> {
        u32::try_from(index)
            .map(ReportPart::Index)
            .map_err(|_| E::custom("an index is a whole number from 0"))
    }

    // A browser's numbers are all floating-point.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number is checked to be an index first"
    )]
    fn visit_f64<E: Error>(self, index: f64) -> Result<ReportPart, E> {
        if index.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&index) {
            Ok(ReportPart::Index(index as u32))
        } else {
            Err(E::custom("an index is a whole number from 0"))
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<ReportPart, E> {
        Base64UrlUnpadded::decode_vec(text)
            .map(ReportPart::Bits)
            .map_err(|_| E::custom("a bit string must be base64url without padding"))
    }
}

/// One bit per category.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
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

    pub(crate) fn set(&mut self, value: u32) {
        if let Some(word) = self.words.get_mut((value / 64) as usize) {
            *word |= 1 << (value % 64);
        }
    }

    /// How many bits are set.
    #[must_use]
    pub fn weight(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// The categories whose bits are set, rising.
    #[must_use]
    pub fn set_values(&self) -> Vec<u32> {
        set_values(&self.words)
    }

    /// Calls `visit` with each category whose bit is set, rising.
    pub(crate) fn for_each_set(&self, visit: impl FnMut(u32)) {
        for_each_set(&self.words, visit);
    }

    /// So many bits, of which those of these values are set.
    pub(crate) fn of_values(values: &[u32], domain_size: u32) -> Self {
        let words = vec![0; domain_size.div_ceil(64) as usize];
        let mut bits = Self { words };
        for &value in values {
            bits.set(value);
        }
        bits
    }

    pub(crate) fn to_bytes(&self, domain_size: u32) -> Vec<u8> {
        to_bytes(&self.words, domain_size)
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        Self {
            words: words_of(bytes).collect(),
        }
    }
}

/// Bytes as words, the first the lowest; zeros fill up the last.
pub(crate) fn words_of(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let (whole, rest) = bytes.as_chunks::<8>();
    let last = (!rest.is_empty()).then(|| {
        let mut word = [0; 8];
        word[..rest.len()].copy_from_slice(rest);
        word
    });
    whole.iter().copied().chain(last).map(u64::from_le_bytes)
}

/// The bytes of that many bits.
pub(crate) fn to_bytes(words: &[u64], bits: u32) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(8 * words.len());
    for word in words {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    bytes.truncate(bits.div_ceil(8) as usize);
    bytes
}

/// The indices of the bits that are set, rising.
pub(crate) fn set_values(words: &[u64]) -> Vec<u32> {
    let weight: u32 = words.iter().map(|word| word.count_ones()).sum();
    let mut values = vec![0; weight as usize];
    let mut slots = values.iter_mut();
    for_each_set(words, |value| {
        if let Some(slot) = slots.next() {
            *slot = value;
        }
    });
    values
}

fn for_each_set(words: &[u64], mut visit: impl FnMut(u32)) {
    for (index, &word) in (0..).zip(words) {
        let mut rest = word;
        while rest != 0 {
            visit(index * 64 + rest.trailing_zeros());
            rest &= rest - 1;
        }
    }
}

/// Words on the stack for the bits of a report, so that the report itself is all that is allocated;
/// `None` for more bits than that.
pub(crate) fn with_words<T>(words: usize, fill: impl FnOnce(&mut [u64]) -> T) -> Option<T> {
    let mut buffer = [0; 16];
    buffer.get_mut(..words).map(fill)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn json_forms() {
        for (report, json) in [
            (Report::Index(12), "12"),
            (Report::Bits(vec![0b101, 0xff]), "\"Bf8\""),
            (Report::Indices(vec![]), "[]"),
            (Report::Indices(vec![0, 3, 12]), "[0,3,12]"),
            (Report::Row(7, vec![0b101, 0xff]), "[7,\"Bf8\"]"),
        ] {
            assert_eq!(serde_json::to_string(&report).unwrap(), json);
            assert_eq!(serde_json::from_str::<Report>(json).unwrap(), report);
        }
        for text in [
            "-1",
            "1.5",
            "4294967296",
            "\"*\"",
            "\"Bf8=\"",
            "null",
            "{}",
            "true",
            "[-1]",
            "[1.5]",
            "[[1]]",
            "[\"Bf8\"]",
            "[1,2,\"Bf8\"]",
            "[1,\"Bf8\",2]",
            "[1,\"Bf8\",\"Bf8\"]",
            "[1,\"*\"]",
            "[null]",
        ] {
            assert!(serde_json::from_str::<Report>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn endless_lists_are_refused() {
        let list = |length: usize| format!("[{}0]", "0,".repeat(length - 1));
        assert!(serde_json::from_str::<Report>(&list(LONGEST_LIST)).is_ok());
        assert!(serde_json::from_str::<Report>(&list(LONGEST_LIST + 1)).is_err());
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
        fn display_and_json_agree_and_read_back(
            bytes in prop::collection::vec(any::<u8>(), 0..40),
            indices in prop::collection::vec(any::<u32>(), 0..40),
            index: u32
        ) {
            for report in [
                Report::Bits(bytes.clone()),
                Report::Index(index),
                Report::Indices(indices),
                Report::Row(index, bytes),
            ] {
                let json = serde_json::to_string(&report).unwrap();
                prop_assert_eq!(&json, &report.to_string());
                prop_assert_eq!(serde_json::from_str::<Report>(&json).unwrap(), report);
            }
        }

        #[test]
        fn set_values_are_those_whose_bits_are_set(words in prop::collection::vec(any::<u64>(), 0..4)) {
            let bits = Bits { words };
            let end = bits.words.len() as u32 * 64;
            let expected: Vec<_> = (0..end).filter(|&value| bits.is_set(value)).collect();
            prop_assert_eq!(bits.weight() as usize, expected.len());
            prop_assert_eq!(bits.set_values(), expected);
        }
    }
}
