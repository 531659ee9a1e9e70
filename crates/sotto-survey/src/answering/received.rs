//! Reports as they arrive, before they are held against their question: a question of one part
//! sends one report, one of several a list with one element for each.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error, SeqAccess, Visitor},
};
use sotto_ldp::{ProvenReport, Report};

use crate::{file::json::Json, survey::entry::Entry, terms::error::SubmissionError};

/// What arrived for a question: JSON of which only the nesting is known. An array may be one report
/// or one for each part; the question decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedReports(Tree);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Tree {
    Null,
    /// An index or a bit string.
    Leaf(Report),
    List(Vec<Self>),
}

/// No mechanism lists more indices, and no question has more parts.
const LONGEST_LIST: usize = 1 << 16;

/// A list of parts whose reports are lists.
const MAX_DEPTH: u32 = 2;

impl Tree {
    fn kept(json: Json) -> Option<Self> {
        Some(match json {
            Json::Null => Self::Null,
            Json::Whole(index) => Self::Leaf(Report::Index(index.try_into().ok()?)),
            Json::Text(bits) => Self::Leaf(Report::of_bits(&bits)?),
            Json::List(list) => {
                let list = list.into_iter().map(Self::kept);
                Self::List(list.collect::<Option<_>>()?)
            }
            Json::Flag(_) | Json::Float(_) | Json::Object(_) => return None,
        })
    }

    /// One report.
    fn report(self, entry: Entry<'_>) -> Result<Report, SubmissionError> {
        let malformed = || SubmissionError::Malformed(entry.name().to_owned());
        match self {
            Self::Null => Err(malformed()),
            Self::Leaf(report) => Ok(report),
            Self::List(elements) => {
                let mut elements = elements.into_iter();
                let mut indices = Vec::with_capacity(elements.len());
                while let Some(element) = elements.next() {
                    match (element, &indices[..]) {
                        (Self::Leaf(Report::Index(index)), _) => indices.push(index),
                        (Self::Leaf(Report::Bits(bits)), &[row]) if elements.len() == 0 => {
                            return Ok(Report::Row(row, bits));
                        }
                        _ => return Err(malformed()),
                    }
                }
                Ok(Report::Indices(indices))
            }
        }
    }
}

impl ReceivedReports {
    /// What a device kept of its own; the collector reads what arrives by serde.
    #[must_use]
    pub fn kept(json: Json) -> Option<Self> {
        Tree::kept(json).map(Self)
    }

    /// Whether the question was not drawn.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.0 == Tree::Null
    }

    /// The reports of an entry's parts, each one that its mechanism can produce; `None` where a
    /// part was not drawn.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn read(self, entry: Entry<'_>) -> Result<Vec<Option<ProvenReport>>, SubmissionError> {
        let name = || entry.name().to_owned();
        let trees = match self.0 {
            Tree::List(parts) if entry.reports_several() => parts,
            _ if entry.reports_several() => return Err(SubmissionError::Malformed(name())),
            tree => vec![tree],
        };
        let (expected, found) = (entry.parts().len(), trees.len());
        if found != expected {
            return Err(SubmissionError::PartCount {
                question: name(),
                expected,
                found,
            });
        }
        let mut reports = Vec::with_capacity(found);
        for (index, (part, tree)) in entry.parts().iter().zip(trees).enumerate() {
            if tree == Tree::Null && entry.leaves_out(index) {
                reports.push(None);
                continue;
            }
            let report = tree.report(entry)?;
            let proven = part.randomizer().prove(report);
            let impossible = |error| SubmissionError::Impossible {
                question: name(),
                error,
            };
            reports.push(Some(proven.map_err(impossible)?));
        }
        let drawn = reports.iter().take(entry.drawn_parts().len());
        let found = drawn.flatten().count();
        if found == entry.reported() as usize {
            Ok(reports)
        } else {
            Err(SubmissionError::DrawnParts {
                question: name(),
                expected: entry.reported(),
                found,
            })
        }
    }
}

impl<'de> Deserialize<'de> for ReceivedReports {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_any(TreeVisitor { depth: 0 })
            .map(Self)
    }
}

#[derive(Clone, Copy)]
struct TreeVisitor {
    /// In how many lists it stands.
    depth: u32,
}

impl<'de> serde::de::DeserializeSeed<'de> for TreeVisitor {
    type Value = Tree;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(
            "a report (an index, a list of indices, a bit string in base64url, or a row and a bit string), null, or a list of reports",
        )
    }

    fn visit_unit<E: Error>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_u64<E: Error>(self, index: u64) -> Result<Tree, E> {
        let index = u32::try_from(index).map_err(|_| E::custom("the index is too large"))?;
        Ok(Tree::Leaf(Report::Index(index)))
    }

    fn visit_i64<E: Error>(self, index: i64) -> Result<Tree, E> {
        let index =
            u64::try_from(index).map_err(|_| E::custom("an index is a whole number from 0"))?;
        self.visit_u64(index)
    }

    // A browser's numbers are all floating-point.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number is checked to be an index first"
    )]
    fn visit_f64<E: Error>(self, index: f64) -> Result<Tree, E> {
        if index.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&index) {
            self.visit_u64(index as u64)
        } else {
            Err(E::custom("an index is a whole number from 0"))
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Tree, E> {
        let text = serde::de::value::StrDeserializer::new(text);
        Report::deserialize(text).map(Tree::Leaf)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Tree, A::Error> {
        if self.depth == MAX_DEPTH {
            return Err(A::Error::custom("no report is nested so deep"));
        }
        let below = Self {
            depth: self.depth + 1,
        };
        let mut list = Vec::new();
        while let Some(element) = elements.next_element_seed(below)? {
            if list.len() == LONGEST_LIST {
                return Err(A::Error::custom("a list has at most 65536 elements"));
            }
            list.push(element);
        }
        Ok(Tree::List(list))
    }
}
