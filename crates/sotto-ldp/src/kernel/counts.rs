//! Counting reports: a commutative sum, so that any number of machines can count in any order.
//!
//! What is counted is the mechanism's: for most the reports that support each value; for some the
//! reports of each column, point or bit, from which the oracle computes the supports when it is
//! asked. Every sum counts reports, so none is ever greater than their number, and what is kept
//! does not grow with it.

use super::error::CountsError;

/// How many reports there are, and how many of them add to each of the mechanism's sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    reports: u64,
    sums: Vec<u64>,
}

impl Counts {
    /// No reports yet, over that many sums: those of [`crate::Collector::empty_counts`].
    #[must_use]
    pub fn empty(sums: u32) -> Self {
        Self {
            reports: 0,
            sums: vec![0; sums as usize],
        }
    }

    /// Counts as stored: `sums[i]` of `reports` reports add to sum i.
    ///
    /// # Errors
    /// When a sum counts more reports than there are.
    pub fn new(reports: u64, sums: Vec<u64>) -> Result<Self, CountsError> {
        match sums.iter().position(|&count| count > reports) {
            Some(value) => Err(CountsError::MoreThanReports {
                value,
                count: sums[value],
                reports,
            }),
            None => Ok(Self { reports, sums }),
        }
    }

    /// The number of reports, n.
    #[must_use]
    pub const fn reports(&self) -> u64 {
        self.reports
    }

    /// What is stored: how many reports add to each of the mechanism's sums.
    #[must_use]
    pub fn sums(&self) -> &[u64] {
        &self.sums
    }

    /// The number of reports that support each value, c_v, in counts that the oracle has decoded
    /// ([`crate::Collector::decode`]). Where the sums are the supports, decoding changes
    /// nothing.
    #[must_use]
    pub fn supports(&self) -> &[u64] {
        &self.sums
    }

    /// Adds what another machine has counted.
    ///
    /// # Errors
    /// When the domains differ; nothing is added then.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountsError> {
        if self.sums.len() != other.sums.len() {
            return Err(CountsError::DifferentDomains {
                left: self.sums.len(),
                right: other.sums.len(),
            });
        }
        self.reports += other.reports;
        for (sum, count) in self.sums.iter_mut().zip(&other.sums) {
            *sum += count;
        }
        Ok(())
    }

    /// Counts one report, which `mark` adds to the sums.
    pub(crate) fn add(&mut self, mark: impl FnOnce(&mut [u64])) {
        self.reports += 1;
        mark(&mut self.sums);
    }

    /// Counts some reports, which `mark` adds to the sums, to none more than once each.
    pub(crate) fn add_all(&mut self, reports: usize, mark: impl FnOnce(&mut [u64])) {
        mark(&mut self.sums);
        self.reports += reports as u64;
    }

    /// Counts that an oracle has computed from others.
    pub(crate) fn decoded(&self, supports: Vec<u64>) -> Self {
        let reports = self.reports;
        // Stored sums may be impossible for reports; what is shown never exceeds their number.
        Self {
            reports,
            sums: supports
                .into_iter()
                .map(|count| count.min(reports))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn refuses_counts_that_no_reports_can_give() {
        let error = Counts::new(2, vec![1, 3]).unwrap_err();
        assert_eq!(
            error,
            CountsError::MoreThanReports {
                value: 1,
                count: 3,
                reports: 2
            }
        );
        let error = Counts::empty(2).merge(&Counts::empty(3)).unwrap_err();
        assert_eq!(error, CountsError::DifferentDomains { left: 2, right: 3 });
    }

    proptest! {
        #[test]
        fn merging_is_commutative_with_the_empty_counts_as_neutral(
            a in prop::collection::vec(0_u64..1000, 4), b in prop::collection::vec(0_u64..1000, 4)
        ) {
            let (a, b) = (Counts::new(1000, a).unwrap(), Counts::new(1000, b).unwrap());
            let (mut ab, mut ba, mut a0) = (a.clone(), b.clone(), a.clone());
            ab.merge(&b).unwrap();
            ba.merge(&a).unwrap();
            a0.merge(&Counts::empty(4)).unwrap();
            prop_assert_eq!(&ab, &ba);
            prop_assert_eq!(a0, a);
        }
    }
}
