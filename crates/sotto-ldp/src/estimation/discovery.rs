//! Which of many values anybody has at all, with a stated false-discovery rate.
//!
//! The count of a value that nobody has is Binomial(n, q*) for every pure protocol, so that its p-value is an
//! exact tail. Benjamini and Hochberg's rule (1995) lists values so that of those listed, on average at most
//! the rate is listed by chance. Of a thousand values that nobody has, some 25 have an interval of
//! 95 % that lies above 0.
//!
//! How small a share can be found follows from the strictest step of the rule, which holds however many
//! others are found: the least f with Pr\[C ≥ c₁\] ≥ [`CHANCE`], where Pr\[Bin(n, q*) ≥ c₁\] ≤ rate/k. For exactly those
//! who answered, whose counts vary less, the chance is greater (Hoeffding 1956).

use super::{
    binomial::{lower_bound, upper_tail},
    error::EstimateError,
    protocol::Protocol,
};
use crate::kernel::{SupportProbabilities, float};

/// With what chance a value of the least share is found.
pub const CHANCE: f64 = 0.9;

/// How many reports a value needs at most; beyond, none is told.
const MOST_REPORTS: u64 = 1 << 40;

/// What can be found among so many values.
#[derive(Clone, Copy, Debug)]
pub struct Discovery {
    protocol: Protocol,
    values: u64,
    rate: f64,
}

impl Discovery {
    /// Among `values` values, with that false-discovery rate.
    ///
    /// # Errors
    /// When the protocol does not tell values apart, or the rate is not between 0 and 1.
    pub fn new(
        support: SupportProbabilities,
        values: u64,
        rate: f64,
    ) -> Result<Self, EstimateError> {
        if !(rate > 0.0 && rate < 1.0) {
            return Err(EstimateError::Share(rate));
        }
        Ok(Self {
            protocol: Protocol::new(support)?,
            values: values.max(1),
            rate,
        })
    }

    /// The values that are found, by the number of `reports` that support each: their indices, the most
    /// frequent first.
    ///
    /// ```
    /// use sotto_ldp::{SupportProbabilities, discovery::Discovery};
    /// // 1,000 reports, of which a value that nobody has is supported by 250 on average, deviating by 14.
    /// let support = SupportProbabilities { truth: 3, other: 1, total: 4 };
    /// let among = Discovery::new(support, 4, 0.05)?;
    /// assert_eq!(among.found(&[262, 330, 251, 295], 1_000), [1, 3]);
    /// # Ok::<(), sotto_ldp::EstimateError>(())
    /// ```
    #[must_use]
    pub fn found(&self, counts: &[u64], reports: u64) -> Vec<usize> {
        // The rule lists the m most frequent for the greatest m of which the m-th has a p-value of at most
        // m·rate/k. From above, each list is long enough for the next, until one is for itself.
        let mut length = self.values;
        let listed = loop {
            let level = self.rate * float(length) / float(self.values);
            let Some(least) = self.critical_count(reports, level) else {
                return Vec::new();
            };
            let listed = counts.iter().filter(|&&count| count >= least).count() as u64;
            if listed == 0 || listed >= length {
                break (listed > 0).then_some(least);
            }
            length = listed;
        };
        let Some(least) = listed else {
            return Vec::new();
        };
        let all = counts.iter().enumerate();
        let mut found: Vec<_> = all.filter(|(_, count)| **count >= least).collect();
        found.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        found.into_iter().map(|(index, _)| index).collect()
    }

    /// The least share that is found among `reports` reports with a chance of at least [`CHANCE`], whatever the others
    /// are; `None` where not even a value that everybody has is.
    #[must_use]
    pub fn least_share(&self, reports: u64) -> Option<f64> {
        let strictest = self.critical_count(reports, self.rate / float(self.values))?;
        let needed = lower_bound(reports, strictest, CHANCE);
        let share = self.protocol.share_at(needed);
        (share <= 1.0).then_some(share)
    }

    /// From how many reports on a value can be found that everybody has. `None` beyond 10¹².
    #[must_use]
    pub fn reports_needed(&self) -> Option<u64> {
        let suffices = |reports: u64| self.least_share(reports).is_some();
        let mut enough = 1;
        while !suffices(enough) {
            enough *= 2;
            if enough > MOST_REPORTS {
                return None;
            }
        }
        let mut too_few = enough / 2;
        while enough - too_few > 1 {
            let middle = u64::midpoint(too_few, enough);
            if suffices(middle) {
                enough = middle;
            } else {
                too_few = middle;
            }
        }
        Some(enough)
    }

    /// The least count whose p-value is at most `level`; `None` where there is none.
    fn critical_count(&self, reports: u64, level: f64) -> Option<u64> {
        let is_listed = |count: u64| upper_tail(reports, count, self.protocol.q) <= level;
        if !is_listed(reports) {
            return None;
        }
        // From the mean on, in growing steps.
        let deviation = (float(reports) * self.protocol.q * (1.0 - self.protocol.q)).sqrt();
        let (mut below, mut step) = (0, whole(deviation));
        let mut listed = whole(float(reports) * self.protocol.q).min(reports);
        while !is_listed(listed) {
            below = listed;
            listed = listed.saturating_add(step).min(reports);
            step = step.saturating_mul(2);
        }
        while listed - below > 1 {
            let middle = u64::midpoint(below, listed);
            if is_listed(middle) {
                listed = middle;
            } else {
                below = middle;
            }
        }
        Some(listed)
    }
}

/// A count that is at least one.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it only says where a search begins"
)]
fn whole(number: f64) -> u64 {
    (number as u64).max(1)
}
