//! Counting reports: a commutative sum, so that any number of machines can count in any order.

use crate::error::CountsError;

/// How many reports there are, and how many of them support each value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    reports: u64,
    supports: Vec<u64>,
}

impl Counts {
    /// No reports yet, over that many values.
    #[must_use]
    pub fn empty(domain_size: u32) -> Self {
        Self {
            reports: 0,
            supports: vec![0; domain_size as usize],
        }
    }

    /// Counts as stored: `supports[v]` of `reports` reports support value v.
    ///
    /// # Errors
    /// When a value is supported by more reports than there are.
    pub fn new(reports: u64, supports: Vec<u64>) -> Result<Self, CountsError> {
        match supports.iter().position(|&count| count > reports) {
            Some(value) => Err(CountsError::MoreThanReports {
                value,
                count: supports[value],
                reports,
            }),
            None => Ok(Self { reports, supports }),
        }
    }

    /// The number of reports, n.
    #[must_use]
    pub const fn reports(&self) -> u64 {
        self.reports
    }

    /// The number of reports that support each value, c_v.
    #[must_use]
    pub fn supports(&self) -> &[u64] {
        &self.supports
    }

    /// Adds what another machine has counted.
    ///
    /// # Errors
    /// When the domains differ; nothing is added then.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountsError> {
        if self.supports.len() != other.supports.len() {
            return Err(CountsError::DifferentDomains {
                left: self.supports.len(),
                right: other.supports.len(),
            });
        }
        self.reports += other.reports;
        for (sum, count) in self.supports.iter_mut().zip(&other.supports) {
            *sum += count;
        }
        Ok(())
    }

    /// Counts one report whose support is marked by `mark`.
    pub(crate) fn add(&mut self, mark: impl FnOnce(&mut [u64])) {
        self.reports += 1;
        mark(&mut self.supports);
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
