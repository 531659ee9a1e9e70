//! What a teacher has chosen and typed. It stays in the page: nothing is kept or sent.

use std::rc::Rc;

use yew::prelude::*;

use super::{
    class::Class,
    count::{Count, Fault, Other},
    device::{Device, DeviceKind},
    step::{Step, Way},
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
    pub(super) device: DeviceKind,
    /// How many slips say the truth, "yes" and "no".
    pub(super) slips: [String; 3],
    pub(super) shown: Shown,
    pub(super) other: Other,
    /// The count of "yes", and the other one.
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
            device: DeviceKind::Coins,
            slips: ["6", "2", "2"].map(str::to_owned),
            shown: Shown::Hands,
            other: Other::All,
            counts: [String::new(), String::new()],
            draw: 1,
            in_hundred: 50,
        }
    }

    /// The device, if its slips are numbers that there can be.
    pub(super) fn device(&self) -> Option<Device> {
        Device::read(self.device, &self.slips)
    }

    /// The counts, or what is wrong with them.
    pub(super) fn count(&self) -> Result<Count, Fault> {
        let [yes, other] = &self.counts;
        Count::read(yes, other, self.other)
    }

    /// The class, if there is nothing wrong.
    pub(super) fn class(&self) -> Option<Class> {
        Some(Class {
            device: self.device()?,
            count: self.count().ok()?,
        })
    }
}

/// A change.
pub(super) enum Change {
    Go(Way),
    To(Step),
    Question(String),
    Device(DeviceKind),
    /// The text of one of the three kinds of slips.
    Slips(usize, String),
    Shown(Shown),
    Other(Other),
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
            Change::Device(device) => new.device = device,
            Change::Slips(place, text) => replace(&mut new.slips, place, text),
            Change::Shown(shown) => new.shown = shown,
            Change::Other(other) => new.other = other,
            Change::Count(place, text) => replace(&mut new.counts, place, text),
            Change::Draw => new.draw = after(self.draw),
            Change::InHundred(in_hundred) => new.in_hundred = in_hundred,
        }
        Rc::new(new)
    }
}

fn replace(texts: &mut [String], place: usize, text: String) {
    if let Some(old) = texts.get_mut(place) {
        *old = text;
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
            Change::Count(0, "12".to_owned()),
            Change::Count(1, "many".to_owned()),
            Change::Go(Way::Next),
            Change::Go(Way::Next),
            Change::Go(Way::Back),
        ]);
        assert_eq!(wrong.counts, ["12", "many"]);
        assert_eq!(wrong.count(), Err(Fault::Other));
        assert_eq!(wrong.class(), None);
        assert_eq!(wrong.step, Step::Instructions);
        let right = wrong.reduce(Change::Count(1, "30".to_owned()));
        assert_eq!(right.count(), Ok(Count { yes: 12, all: 30 }));
        assert!(right.class().is_some());
    }

    #[test]
    fn slips_that_cannot_be_leave_no_device() {
        let slips = [
            Change::Device(DeviceKind::Slips),
            Change::Slips(1, "0".to_owned()),
        ];
        let entries = after(slips);
        assert_eq!(entries.device(), None);
        // Coins have no slips.
        let coins = entries.reduce(Change::Device(DeviceKind::Coins));
        assert!(coins.device().is_some());
        assert_eq!(coins.slips, ["6", "0", "2"]);
    }

    #[test]
    fn the_ends_hold() {
        let first = after([Change::Go(Way::Back)]);
        assert_eq!(first.step, Step::Prepare);
        let last = after((0..20).map(|_| Change::Go(Way::Next)));
        assert_eq!(last.step, Step::Worksheet);
    }
}
