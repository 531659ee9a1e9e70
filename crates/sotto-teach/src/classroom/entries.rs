//! What a teacher has chosen and typed. It stays in the page: nothing is kept or sent.

use std::rc::Rc;

use yew::prelude::*;

use super::{
    class::Class,
    count::{Count, Fault},
    deck::{Deck, PUPILS},
    step::{Step, Way},
    whole_number::whole_number,
};
use crate::parts::after;

/// How the answers are shown to whoever counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// "Yes" is a raised hand.
    Hands,
    /// Everybody hands in a card with "yes" or "no", and no name.
    Cards,
}

/// All of it, as typed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entries {
    pub(super) step: Step,
    /// The teacher's question; the example of the page until one is typed.
    pub(super) question: Option<String>,
    /// How many pupils are there, counted before the deck is made.
    pub(super) pupils: String,
    pub(super) shown: Shown,
    /// The counts of "yes" and of "no".
    pub(super) counts: [String; 2],
    /// The number of the simulated crowd.
    pub(super) draw: u32,
    /// Of 100 people, of how many "yes" is thought to be true.
    pub(super) in_hundred: u32,
}

impl Entries {
    pub(super) fn new() -> Self {
        Self {
            step: Step::Prepare,
            question: None,
            pupils: String::new(),
            shown: Shown::Hands,
            counts: [String::new(), String::new()],
            draw: 1,
            in_hundred: 50,
        }
    }

    /// The deck, if so many pupils can be dealt one.
    pub(super) fn deck(&self) -> Option<Deck> {
        Deck::of(whole_number(&self.pupils, PUPILS)?)
    }

    /// The counts, or what is wrong with them; nothing without a deck.
    pub(super) fn count(&self) -> Option<Result<Count, Fault>> {
        Some(Count::read(&self.counts, self.deck()?))
    }

    /// The class, if there is nothing wrong.
    pub(super) fn class(&self) -> Option<Class> {
        Some(Class {
            deck: self.deck()?,
            count: self.count()?.ok()?,
        })
    }
}

/// A change.
pub(super) enum Change {
    Go(Way),
    To(Step),
    Question(String),
    /// How many pupils are there.
    Pupils(String),
    Shown(Shown),
    /// The text of one of the two counts.
    Count(usize, String),
    /// Another crowd.
    Draw,
    InHundred(u32),
}

impl Reducible for Entries {
    type Action = Change;

    fn reduce(self: Rc<Self>, change: Change) -> Rc<Self> {
        let mut new = (*self).clone();
        match change {
            Change::Go(way) => {
                let step = match way {
                    Way::Next => self.step.next(),
                    Way::Back => self.step.back(),
                };
                new.step = step.unwrap_or(self.step);
            }
            Change::To(step) => new.step = step,
            Change::Question(question) => new.question = Some(question),
            Change::Pupils(text) => new.pupils = text,
            Change::Shown(shown) => new.shown = shown,
            Change::Count(place, text) => {
                if let Some(count) = new.counts.get_mut(place) {
                    *count = text;
                }
            }
            Change::Draw => new.draw = after(self.draw),
            Change::InHundred(in_hundred) => new.in_hundred = in_hundred,
        }
        Rc::new(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(changes: impl IntoIterator<Item = Change>) -> Rc<Entries> {
        let start = Rc::new(Entries::new());
        changes.into_iter().fold(start, Reducible::reduce)
    }

    #[test]
    fn what_was_typed_stays_even_where_it_is_wrong() {
        let wrong = after([
            Change::Pupils("30".to_owned()),
            Change::Count(0, "12".to_owned()),
            Change::Count(1, "many".to_owned()),
            Change::Go(Way::Next),
            Change::Go(Way::Next),
            Change::Go(Way::Back),
        ]);
        assert_eq!(wrong.counts, ["12", "many"]);
        assert_eq!(wrong.count(), Some(Err(Fault::No)));
        assert_eq!(wrong.class(), None);
        assert_eq!(wrong.step, Step::Deck);
        let right = wrong.reduce(Change::Count(1, "18".to_owned()));
        let count = Count {
            yes: 12,
            true_yes: 4,
        };
        assert_eq!(right.count(), Some(Ok(count)));
        assert!(right.class().is_some());
    }

    #[test]
    fn pupils_that_cannot_be_leave_no_deck() {
        for pupils in ["", "2", "301", "-3", "many"] {
            let entries = after([Change::Pupils(pupils.to_owned())]);
            assert_eq!(entries.deck(), None, "{pupils}");
            assert_eq!(entries.count(), None, "{pupils}");
        }
        // Full-width digits are those of Chinese keyboards.
        for pupils in ["3", "300", "３０"] {
            let entries = after([Change::Pupils(pupils.to_owned())]);
            assert!(entries.deck().is_some(), "{pupils}");
        }
    }

    #[test]
    fn the_ends_hold() {
        let first = after([Change::Go(Way::Back)]);
        assert_eq!(first.step, Step::Prepare);
        let last = after((0..20).map(|_| Change::Go(Way::Next)));
        assert_eq!(last.step, Step::Worksheet);
    }
}
