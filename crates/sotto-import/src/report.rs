//! The report: a line for everything that a file has, in words.

use std::fmt;

/// What became of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It stands in the draft as it was.
    Kept,
    /// It stands in the draft, but not as it was.
    Changed,
    /// It does not stand in the draft.
    LeftOut,
}

/// Why, and what to do instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It became a question of that type.
    Became(&'static str),
    /// Free text.
    FreeText,
    /// A type without the like here; as it is called there.
    Type(String),
    /// A number without a range.
    Range,
    /// A date, a time or a place.
    Exact(String),
    /// A condition that cannot be carried over, as written.
    Condition(String),
    /// "Other: …" with a field for text.
    Other,
    /// An order that is asked for.
    Ranking,
    /// Something that is computed from answers.
    Computed,
    /// Fewer than two options.
    TooFewOptions,
    /// More questions or options than a survey holds.
    TooMany(usize),
    /// Markup in a text, which is taken out.
    Markup,
    /// A text that was cut.
    TooLong,
    /// A group that repeats.
    Repeated,
}

/// A line of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is about, as the file calls it.
    pub what: String,
    /// What became of it.
    pub outcome: Outcome,
    /// Why, and what to do instead.
    pub reason: Reason,
}

impl Line {
    /// A line holds enough of a name to know it again: there are many lines, and a name can be long.
    pub(crate) fn new(what: &str, outcome: Outcome, reason: Reason) -> Self {
        Self {
            what: short(what),
            outcome,
            reason,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Kept => "kept",
            Self::Changed => "changed",
            Self::LeftOut => "left out",
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Became(name) => write!(out, "a question of type {name}"),
            Self::FreeText => out.write_str(
                "free text is never asked: no chance can hide who wrote a sentence. Ask with options instead, the commonest answers first",
            ),
            Self::Type(name) => write!(
                out,
                "there is nothing like {:?} here. Ask with options or numbers instead",
                name
            ),
            Self::Range => out.write_str(
                "a number needs a range, and the file names none: 0 to 100 was taken. Set the least and the greatest number that people can give",
            ),
            Self::Exact(name) => write!(
                out,
                "{:?} would name one person among many. Ask for a range instead, such as an age group or a year",
                name
            ),
            Self::Condition(text) => write!(
                out,
                "its condition could not be carried over, so it is always asked: {:?}. Write it anew with options or ranges of earlier questions",
                text
            ),
            Self::Other => out.write_str(
                "the option \"other\" is kept without its field for text: free text is never asked",
            ),
            Self::Ranking => out.write_str(
                "an order cannot be perturbed as one yet. Ask which of them comes first, or let each be rated",
            ),
            Self::Computed => out.write_str(
                "it is computed from answers, and no answer leaves the device. Compute from the results instead",
            ),
            Self::TooFewOptions => {
                out.write_str("it has fewer than two options. Add some in the file, or here")
            }
            Self::TooMany(most) => write!(
                out,
                "there are more than {most}; those behind are left out. Divide the survey, or put options together"
            ),
            Self::Markup => out.write_str("its texts had markup, which is taken out"),
            Self::TooLong => out.write_str("a text was longer than 2,000 characters, and is cut"),
            Self::Repeated => out.write_str(
                "it repeats, and a survey here asks everything once. Ask for the number of them, or for the first",
            ),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            what,
            outcome,
            reason,
        } = self;
        // A file may hold what a terminal obeys.
        write!(out, "{}: {outcome}: {reason}", what.escape_debug())
    }
}

/// Enough of a text to know it again.
pub(crate) fn short(text: &str) -> String {
    const LONGEST: usize = 120;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
