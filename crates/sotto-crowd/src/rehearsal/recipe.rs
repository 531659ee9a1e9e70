//! What a designer says of the people who are imagined.

use serde::{Deserialize, Serialize};

use super::{shares::Shares, sheet::Sheet};

/// The most people of a rehearsal.
pub const MOST_IMAGINED: u32 = 100_000;

/// The people of a rehearsal. Out of a hundred each, at most 100.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// How many begin the survey, at most [`MOST_IMAGINED`].
    pub people: u32,
    /// What they think.
    pub minds: Minds,
    /// How many in a hundred leave before they send.
    pub leaving: u32,
    /// How many in a hundred prefer not to answer a question, wherever that is offered.
    pub declining: u32,
    /// How many in a hundred press whatever is under their finger.
    pub careless: u32,
    /// How many in a hundred draw again until their copy speaks for the first option everywhere.
    pub cheating: u32,
}

/// What people think.
#[derive(Clone, Debug, PartialEq)]
pub enum Minds {
    /// The same shape for every question.
    Shaped(Shape),
    /// Shares that somebody wrote down; what they do not name is spread evenly.
    Shares(Shares),
    /// The rows of a table, drawn with replacement.
    Sheet(Sheet),
}

/// How answers are spread over a question's options or numbers, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// All alike.
    Uniform,
    /// Most in the middle: the mean of four uniform numbers, close to a Gaussian.
    Gaussian,
    /// Most at the beginning, e times fewer with every quarter.
    Exponential,
    /// Everybody the same.
    OnePoint,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Self; 4] = [
        Self::Uniform,
        Self::Gaussian,
        Self::Exponential,
        Self::OnePoint,
    ];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Gaussian => "gaussian",
            Self::Exponential => "exponential",
            Self::OnePoint => "one-point",
        }
    }
}
