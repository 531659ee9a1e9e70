//! A deck of slips, exactly as many as there are pupils, dealt without putting any back.
//!
//! How many slips say what is known, so only who drew which is chance: of those whose true answer is "yes", the number that
//! draws "the truth" is hypergeometric. That is heard much better than coins. It is no local privacy: all reports together,
//! with what is known of the others, tell more than each by itself.

mod dealing;

use rand::{Rng, RngExt};
use sotto_ldp::SupportProbabilities;

use dealing::Dealing;

/// From how few pupils on no slip is proof, to the most that slips are printed for.
pub(super) const PUPILS: (u32, u32) = (3, 300);

/// The chance that an interval misses the truth at either of its ends, at most.
const MISSES: f64 = 0.025;

/// How many slips say what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deck {
    pub(super) truth: u32,
    pub(super) yes: u32,
    pub(super) no: u32,
}

impl Deck {
    /// The deck for so many pupils: half of the slips say "the truth", a quarter "yes" and a quarter "no". What cannot be
    /// divided makes one slip less say the truth, and one more "yes" than "no".
    pub(super) const fn of(pupils: u32) -> Option<Self> {
        if pupils < PUPILS.0 || pupils > PUPILS.1 {
            return None;
        }
        let truth = pupils / 2;
        let no = (pupils - truth) / 2;
        let yes = pupils - truth - no;
        Some(Self { truth, yes, no })
    }

    /// So many such decks, mixed into one.
    pub(super) fn times(self, times: u32) -> Option<Self> {
        Some(Self {
            truth: self.truth.checked_mul(times)?,
            yes: self.yes.checked_mul(times)?,
            no: self.no.checked_mul(times)?,
        })
    }

    /// All slips: as many as there are pupils.
    pub(super) const fn slips(self) -> u32 {
        self.truth + self.yes + self.no
    }

    /// With which chances one pupil says "yes" if that is true, and if it is not, as long as nothing is known of the other
    /// slips.
    pub(super) fn support(self) -> SupportProbabilities {
        SupportProbabilities {
            truth: u64::from(self.truth + self.yes),
            other: self.yes.into(),
            total: self.slips().into(),
        }
    }

    /// By which factor one report by itself changes the odds, at most.
    pub(super) fn odds(self) -> f64 {
        f64::from(self.truth + self.yes.min(self.no)) / f64::from(self.yes.min(self.no))
    }

    /// How many of those who drew "the truth" said "yes", if so many said it in all; nothing where the deck cannot bring
    /// that about.
    pub(super) fn true_yes(self, said_yes: u32) -> Option<u32> {
        let true_yes = said_yes.checked_sub(self.yes)?;
        (true_yes <= self.truth).then_some(true_yes)
    }

    /// Of how many pupils "yes" is true, if so many of those who drew "the truth" said so: every number with which no fewer
    /// would be told in more than 25 of 1000 dealings, and no more would be. The ends belong to it.
    pub(super) fn interval(self, true_yes: u32) -> (u32, u32) {
        let all = self.slips();
        let fewest = true_yes;
        let most = all - self.truth.saturating_sub(true_yes);
        let of = |pupils| Dealing::new(all, pupils, self.truth);
        // More of whom it is true: more of them draw "the truth".
        let low = first(fewest, most, |pupils| {
            of(pupils).at_least(true_yes) > MISSES
        });
        let beyond = first(low, most + 1, |pupils| {
            pupils > most || of(pupils).at_most(true_yes) <= MISSES
        });
        (low, beyond.saturating_sub(1).max(low))
    }

    /// Half the width of the interval, as a share of the pupils, where half of those who drew "the truth" said "yes".
    pub(super) fn margin(self) -> f64 {
        let (low, high) = self.interval(self.truth / 2);
        f64::from(high - low) / 2.0 / f64::from(self.slips())
    }

    /// The standard error of the share that is estimated, if "yes" is true of so many pupils.
    pub(super) fn standard_error(self, pupils: u32) -> f64 {
        let [all, truth, pupils] = [self.slips(), self.truth, pupils].map(f64::from);
        let share = pupils / all;
        (truth * share * (1.0 - share) * (all - truth) / (all - 1.0)).sqrt() / truth
    }

    /// Mixes and deals the deck to pupils of whom "yes" is true of so many: how many say "yes".
    pub(super) fn deal(self, pupils: u32, generator: &mut impl Rng) -> u32 {
        let (mut slips, mut truth, mut true_yes) = (self.slips(), self.truth, 0);
        for _ in 0..pupils.min(slips) {
            if generator.random_range(0..slips) < truth {
                truth -= 1;
                true_yes += 1;
            }
            slips -= 1;
        }
        self.yes + true_yes
    }
}

/// The first number from `from` on of which it holds, if it holds of all after it as well; `to`, if of none before that.
fn first(from: u32, to: u32, holds: impl Fn(u32) -> bool) -> u32 {
    let (mut from, mut to) = (from, to);
    while from < to {
        let middle = from + (to - from) / 2;
        if holds(middle) {
            to = middle;
        } else {
            from = middle + 1;
        }
    }
    from
}

#[cfg(test)]
mod tests;
