//! The two counts that a teacher types.

use super::whole_number::whole_number;

/// The most people that can be counted.
pub(super) const MOST: u32 = 1000;

/// Which count is typed beside that of "yes".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Other {
    /// Everybody who answered.
    All,
    /// Those who said "no".
    No,
}

/// How many said "yes", of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) yes: u32,
    pub(super) all: u32,
}

/// What is wrong with two counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// One of the two has not been typed yet.
    Missing,
    /// The count of "yes" is no whole number up to [`MOST`].
    Yes,
    /// The other count is none.
    Other,
    /// More said "yes" than answered.
    MoreThanAll,
    /// Nobody answered.
    Nobody,
    /// Both together are more than [`MOST`].
    TooMany,
}

impl Fault {
    /// The name of its sentence among the words.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Missing => "fault-missing",
            Self::Yes => "fault-yes",
            Self::Other => "fault-other",
            Self::MoreThanAll => "fault-more-than-all",
            Self::Nobody => "fault-nobody",
            Self::TooMany => "fault-too-many",
        }
    }
}

impl Count {
    /// Reads what was typed.
    pub(super) fn read(yes: &str, other: &str, which: Other) -> Result<Self, Fault> {
        let is_there = |text: &str| !text.trim().is_empty();
        let number = |text: &str| whole_number(text, (0, MOST));
        if is_there(yes) && number(yes).is_none() {
            return Err(Fault::Yes);
        }
        if is_there(other) && number(other).is_none() {
            return Err(Fault::Other);
        }
        let (Some(yes), Some(other)) = (number(yes), number(other)) else {
            return Err(Fault::Missing);
        };
        let all = match which {
            Other::All => other,
            Other::No => yes + other,
        };
        if yes > all {
            return Err(Fault::MoreThanAll);
        }
        match all {
            0 => Err(Fault::Nobody),
            1..=MOST => Ok(Self { yes, all }),
            _ => Err(Fault::TooMany),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_counts_are_read_or_their_fault_is_named() {
        for (yes, other, which, expected) in [
            ("12", "30", Other::All, Ok((12, 30))),
            ("12", "18", Other::No, Ok((12, 30))),
            ("0", "30", Other::All, Ok((0, 30))),
            ("30", "0", Other::No, Ok((30, 30))),
            ("1000", "1000", Other::All, Ok((1000, 1000))),
            ("", "", Other::All, Err(Fault::Missing)),
            ("12", " ", Other::All, Err(Fault::Missing)),
            ("", "30", Other::All, Err(Fault::Missing)),
            ("-1", "", Other::All, Err(Fault::Yes)),
            ("12.5", "30", Other::All, Err(Fault::Yes)),
            ("12", "1001", Other::All, Err(Fault::Other)),
            ("12", "many", Other::No, Err(Fault::Other)),
            ("31", "30", Other::All, Err(Fault::MoreThanAll)),
            ("1", "0", Other::All, Err(Fault::MoreThanAll)),
            ("0", "0", Other::All, Err(Fault::Nobody)),
            ("0", "0", Other::No, Err(Fault::Nobody)),
            ("600", "600", Other::No, Err(Fault::TooMany)),
        ] {
            let expected = expected.map(|(yes, all)| Count { yes, all });
            assert_eq!(
                Count::read(yes, other, which),
                expected,
                "{yes:?} {other:?}"
            );
        }
    }
}
