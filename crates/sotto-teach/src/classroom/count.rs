//! The two counts that a teacher types.

use super::{
    deck::{Deck, PUPILS},
    whole_number::whole_number,
};

/// How many said "yes", all of them taken together what a deck can bring about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) yes: u32,
    /// Those of them who drew "the truth".
    pub(super) true_yes: u32,
}

/// What is wrong with two counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// One of the two has not been typed yet.
    Missing,
    /// The count of "yes" is no whole number that there can be.
    Yes,
    /// The count of "no" is none.
    No,
    /// Together they are more, or fewer, than the slips that were dealt.
    NotAll,
    /// Fewer said "yes" than drew a slip that says so.
    TooFewYes,
    /// Fewer said "no" than drew a slip that says so.
    TooFewNo,
}

impl Fault {
    /// The name of its sentence among the words.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Missing => "fault-missing",
            Self::Yes => "fault-yes",
            Self::No => "fault-no",
            Self::NotAll => "fault-not-all",
            Self::TooFewYes => "fault-too-few-yes",
            Self::TooFewNo => "fault-too-few-no",
        }
    }
}

/// A count, if the text is a whole number that there can be.
pub(super) fn number(text: &str) -> Option<u32> {
    whole_number(text, (0, PUPILS.1))
}

impl Count {
    /// Reads what was typed of a class that was dealt that deck.
    pub(super) fn read([yes, no]: &[String; 2], deck: Deck) -> Result<Self, Fault> {
        let is_there = |text: &str| !text.trim().is_empty();
        if is_there(yes) && number(yes).is_none() {
            return Err(Fault::Yes);
        }
        if is_there(no) && number(no).is_none() {
            return Err(Fault::No);
        }
        let (Some(yes), Some(no)) = (number(yes), number(no)) else {
            return Err(Fault::Missing);
        };
        if yes + no != deck.slips() {
            return Err(Fault::NotAll);
        }
        if no < deck.no {
            return Err(Fault::TooFewNo);
        }
        let true_yes = deck.true_yes(yes).ok_or(Fault::TooFewYes)?;
        Ok(Self { yes, true_yes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_counts_are_read_or_their_fault_is_named() {
        let deck = Deck::of(30).unwrap();
        for (yes, no, expected) in [
            ("12", "18", Ok((12, 4))),
            ("8", "22", Ok((8, 0))),
            ("23", "7", Ok((23, 15))),
            ("", "", Err(Fault::Missing)),
            ("12", " ", Err(Fault::Missing)),
            ("", "18", Err(Fault::Missing)),
            ("-1", "", Err(Fault::Yes)),
            ("12.5", "18", Err(Fault::Yes)),
            ("301", "0", Err(Fault::Yes)),
            ("12", "301", Err(Fault::No)),
            ("12", "many", Err(Fault::No)),
            ("12", "17", Err(Fault::NotAll)),
            ("12", "19", Err(Fault::NotAll)),
            ("0", "0", Err(Fault::NotAll)),
            ("7", "23", Err(Fault::TooFewYes)),
            ("0", "30", Err(Fault::TooFewYes)),
            ("24", "6", Err(Fault::TooFewNo)),
            ("30", "0", Err(Fault::TooFewNo)),
        ] {
            let expected = expected.map(|(yes, true_yes)| Count { yes, true_yes });
            let typed = [yes, no].map(str::to_owned);
            assert_eq!(Count::read(&typed, deck), expected, "{typed:?}");
        }
    }
}
