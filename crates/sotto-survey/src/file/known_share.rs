//! Of what share of all people an anchor's statement is known to be true.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{
    fault::{At, FaultCause},
    fields,
    json::{Json, shortened},
    prevalence::{fraction, in_lowest_terms},
};

/// A share that is known, exact: so many of so many people, in lowest terms. Nobody and everybody are known
/// best; from one half nothing could be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownShare {
    having: u32,
    people: u32,
}

impl KnownShare {
    /// So many of so many people, at most a million. `None` where that is one half, or more than all.
    #[must_use]
    pub fn new(having: u32, people: u32) -> Option<Self> {
        let (having, people) = in_lowest_terms(having, people)?;
        ((having, people) != (1, 2)).then_some(Self { having, people })
    }

    pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let text = fields::text(json, at)?;
        let read = fraction(&text).and_then(|(having, people)| Self::new(having, people));
        read.or_else(|| at.refuse(|| FaultCause::KnownShare(shortened(&text))))
    }

    /// The share.
    #[must_use]
    pub fn share(self) -> f64 {
        f64::from(self.having) / f64::from(self.people)
    }
}

/// As in files: `1/20`.
impl fmt::Display for KnownShare {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.having, self.people)
    }
}

impl Serialize for KnownShare {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_and_everybody_can_be_known_and_one_half_cannot() {
        for (having, people, shown) in [(0, 7, "0/1"), (7, 7, "1/1"), (5, 100, "1/20")] {
            assert_eq!(KnownShare::new(having, people).unwrap().to_string(), shown);
        }
        for (having, people) in [(1, 2), (500, 1_000), (3, 2), (0, 0), (1, 1_000_001)] {
            assert_eq!(KnownShare::new(having, people), None, "{having}/{people}");
        }
    }
}
