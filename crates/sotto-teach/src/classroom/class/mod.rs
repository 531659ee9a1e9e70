//! What two counts tell: about this class, about a population, about a hundred such classes, and about one person.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Confidence, Deniability, SupportProbabilities, deniability::posterior,
    intervals::IntervalMethod,
};

use super::{count::Count, deck::Deck};
use crate::crowd::drawn;

/// How many classes are simulated.
pub(super) const TIMES: u32 = 100;

/// Those who draw "the truth" say it, and nobody else is heard.
const TRUTH: SupportProbabilities = SupportProbabilities {
    truth: 1,
    other: 0,
    total: 1,
};

/// A class that has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) deck: Deck,
    pub(super) count: Count,
}

impl Class {
    /// The share of true "yes": that of those who drew "the truth", who are a random draw of the class.
    pub(super) fn share(self) -> f64 {
        f64::from(self.count.true_yes) / f64::from(self.deck.truth)
    }

    /// Of how many of exactly those who answered "yes" is true: only who drew which slip is chance.
    pub(super) fn interval(self) -> (u32, u32) {
        self.deck.interval(self.count.true_yes)
    }

    /// The same as shares.
    pub(super) fn interval_of_shares(self) -> (f64, f64) {
        let (low, high) = self.interval();
        let share = |pupils: u32| f64::from(pupils) / f64::from(self.deck.slips());
        (share(low), share(high))
    }

    /// The share in a population of which the class is a random draw: those who drew "the truth" are one, too.
    pub(super) fn population(self) -> Option<(f64, f64)> {
        let (told, of) = (self.count.true_yes, self.deck.truth);
        let method = IntervalMethod::ClopperPearson;
        method
            .interval(told.into(), of.into(), TRUTH, Confidence::default())
            .ok()
    }

    /// [`TIMES`] as many imagined people, of whom as large a part as was estimated has the true answer "yes", dealt
    /// [`TIMES`] such decks in one. The same number of a draw gives the same crowd everywhere, and the first ones are
    /// typical.
    pub(super) fn hundredfold(self, draw: u32) -> Option<Self> {
        let deck = self.deck.times(TIMES)?;
        let imagined = self.imagined_people();
        let error = deck.standard_error(imagined);
        let share = f64::from(imagined) / f64::from(deck.slips());
        let deal = |seed: u64| {
            let mut generator = ChaCha20Rng::seed_from_u64(seed);
            let yes = deck.deal(imagined, &mut generator);
            let true_yes = deck.true_yes(yes)?;
            let count = Count { yes, true_yes };
            Some(Self { deck, count })
        };
        drawn(draw, deal, |crowd| {
            // Of nobody and of everybody nothing is chance.
            if error > 0.0 {
                (crowd.share() - share) / error
            } else {
                0.0
            }
        })
    }

    /// How many of the crowd are imagined to have the true answer "yes": as large a part as was estimated.
    pub(super) fn imagined_people(self) -> u32 {
        let people = u64::from(self.deck.slips()) * u64::from(TIMES);
        let (told, of) = (u64::from(self.count.true_yes), u64::from(self.deck.truth));
        let imagined = (people * told + of / 2) / of.max(1);
        u32::try_from(imagined).unwrap_or_default()
    }

    /// How likely "yes" is true of somebody after they said "yes", and after they said "no", if it was so likely
    /// before, and nothing is known of the others.
    pub(super) fn beliefs(deck: Deck, before: f64) -> Option<[f64; 2]> {
        let yes = deck.support();
        let no = SupportProbabilities {
            truth: yes.total - yes.other,
            other: yes.total - yes.truth,
            total: yes.total,
        };
        let after_yes = posterior(yes, before).ok()?;
        let after_no = 1.0 - posterior(no, 1.0 - before).ok()?;
        Some([after_yes, after_no])
    }

    /// Of 100 who say "yes", how many have the true answer "no", if it is true of `in_hundred` of 100.
    pub(super) fn innocent_of_hundred(deck: Deck, in_hundred: u32) -> Option<u64> {
        Deniability::untrue_of_hundred_reports(deck.support(), in_hundred.into()).ok()
    }
}

#[cfg(test)]
mod tests;
