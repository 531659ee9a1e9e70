//! Of what share of all people an innocent statement is true.

use std::fmt;

use serde::{Serialize, Serializer};
use sotto_ldp::Epsilon;

use super::{
    fault::{At, FaultCause},
    fields,
    json::{Json, shortened},
};

/// No share is known more finely.
const MOST_PEOPLE: u32 = 1_000_000;

/// A share strictly between 0 and 1 that is not one half, exact: so many of so many people, in lowest
/// terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prevalence {
    having: u32,
    people: u32,
}

impl Prevalence {
    /// So many of so many people, at most a million. `None` where that is nobody, everybody or one half.
    #[must_use]
    pub fn new(having: u32, people: u32) -> Option<Self> {
        let (having, people) = in_lowest_terms(having, people)?;
        let teaches = !matches!((having, people), (0 | 1, 1) | (1, 2));
        teaches.then_some(Self { having, people })
    }

    pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let text = fields::text(json, at)?;
        let read = fraction(&text).and_then(|(having, people)| Self::new(having, people));
        read.or_else(|| at.refuse(|| FaultCause::Prevalence(shortened(&text))))
    }

    /// How many of how many people, in lowest terms.
    #[must_use]
    pub const fn fraction(self) -> (u32, u32) {
        (self.having, self.people)
    }

    /// The integers of the channel: how many it is true of, and how many not.
    pub(crate) fn weights(self) -> Vec<u64> {
        vec![self.having.into(), (self.people - self.having).into()]
    }

    /// The nominal ε: |ln(p/(1−p))|.
    pub(crate) fn epsilon(self) -> Option<Epsilon> {
        let others = self.people - self.having;
        // The greater above the smaller, and far below e²⁰.
        Epsilon::ln_ratio(self.having.max(others), self.having.min(others)).ok()
    }
}

/// So many of so many people in lowest terms, at most a million. `None` where there are none, or more than all.
pub(super) fn in_lowest_terms(having: u32, people: u32) -> Option<(u32, u32)> {
    if people == 0 || having > people || people > MOST_PEOPLE {
        return None;
    }
    let (mut divisor, mut rest) = (people, having);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    Some((having / divisor, people / divisor))
}

/// Two whole numbers with a stroke between.
pub(super) fn fraction(text: &str) -> Option<(u32, u32)> {
    let whole = |text: &str| -> Option<u32> {
        let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_digits)
    };
    let (having, people) = text.split_once('/')?;
    Some((whole(having)?, whole(people)?))
}

/// As in files: `1/4`.
impl fmt::Display for Prevalence {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.having, self.people)
    }
}

impl Serialize for Prevalence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_that_hide_or_teach_nothing_are_none() {
        for (having, people) in [
            (0, 4),
            (4, 4),
            (5, 4),
            (1, 2),
            (500, 1000),
            (1, 0),
            (1, 1_000_001),
        ] {
            assert_eq!(Prevalence::new(having, people), None, "{having}/{people}");
        }
    }

    /// ln 3 and ln(17/3), exactly.
    #[test]
    fn a_share_in_lowest_terms_has_one_epsilon_whichever_side_of_one_half() {
        for (having, people, shown, epsilon) in [
            (25, 100, "1/4", "ln 3"),
            (3, 4, "3/4", "ln 3"),
            (15, 100, "3/20", "ln 17/3"),
            (1, 1_000_000, "1/1000000", "ln 999999"),
        ] {
            let share = Prevalence::new(having, people).unwrap();
            assert_eq!(share.to_string(), shown);
            assert_eq!(share.epsilon(), epsilon.parse().ok());
        }
    }
}
