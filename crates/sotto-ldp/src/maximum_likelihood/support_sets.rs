//! Reports as the sets of values that they support.

use std::collections::BTreeMap;

use super::{Convergence, Fit, LikelihoodError, expectation_maximization::climb};
use crate::{
    error::{ImpossibleReport, OutsideDomain},
    estimate::float,
    frequency_oracle::DynFrequencyOracle,
    report::Report,
    support::supported_values,
};

/// Different support sets, and how often each was reported: what maximum likelihood needs, where
/// plain counts do not suffice.
///
/// Equal sets are kept once, so that memory grows with the number of *different* reports times
/// their size; at most, with the number of reports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SupportSets {
    domain_size: u32,
    reports: u64,
    sets: BTreeMap<Vec<u32>, u64>,
}

impl SupportSets {
    /// No reports yet, over that many values.
    #[must_use]
    pub const fn empty(domain_size: u32) -> Self {
        Self {
            domain_size,
            reports: 0,
            sets: BTreeMap::new(),
        }
    }

    /// The number of reports.
    #[must_use]
    pub const fn reports(&self) -> u64 {
        self.reports
    }

    /// Adds a report that supports these values, in any order.
    ///
    /// # Errors
    /// When a value is outside the domain; nothing is added then.
    pub fn add(&mut self, support: impl IntoIterator<Item = u32>) -> Result<(), OutsideDomain> {
        let mut set: Vec<_> = support.into_iter().collect();
        set.sort_unstable();
        set.dedup();
        match set.last() {
            Some(&value) if value >= self.domain_size => Err(OutsideDomain {
                value,
                domain_size: self.domain_size,
            }),
            _ => {
                *self.sets.entry(set).or_default() += 1;
                self.reports += 1;
                Ok(())
            }
        }
    }

    /// Adds a report of an oracle over the same domain.
    ///
    /// # Errors
    /// When the oracle can never have produced it; nothing is added then.
    pub fn add_report(
        &mut self,
        oracle: &dyn DynFrequencyOracle,
        report: &Report,
    ) -> Result<(), ImpossibleReport> {
        let set = supported_values(oracle, report)?;
        self.add(set)
            .map_err(
                |OutsideDomain { value, domain_size }| ImpossibleReport::IndexOutOfRange {
                    index: value,
                    domain_size,
                },
            )
    }

    /// Adds what another machine has collected; the domain becomes the larger of the two.
    pub fn merge(&mut self, other: &Self) {
        self.domain_size = self.domain_size.max(other.domain_size);
        self.reports += other.reports;
        for (set, count) in &other.sets {
            *self.sets.entry(set.clone()).or_default() += count;
        }
    }

    /// The distribution of the values under which these reports are likeliest, when a report is
    /// `likelihood_ratio` (e^ε) times as likely under each value that it supports as under each
    /// other one: the likelihood of a set S is then proportional to 1 + (e^ε − 1)·Σ_{v∈S} f_v.
    ///
    /// For two weights a and b the ratio is a/b; for unary encoding with bit chances p and q it is
    /// p(1 − q)/(q(1 − p)).
    ///
    /// # Errors
    /// When there are no reports, or the ratio is not above 1 and finite.
    pub fn maximum_likelihood(
        &self,
        likelihood_ratio: f64,
        convergence: Convergence,
    ) -> Result<Fit, LikelihoodError> {
        if !(likelihood_ratio > 1.0 && likelihood_ratio.is_finite()) {
            return Err(LikelihoodError::Ratio(likelihood_ratio));
        }
        if self.reports == 0 {
            return Err(LikelihoodError::NoReports);
        }
        let excess = likelihood_ratio - 1.0;
        let reports = float(self.reports);
        // One run of memory for all members: a climb reads it many times.
        let members: Vec<u32> = self.sets.keys().flatten().copied().collect();
        let sets: Vec<_> = self
            .sets
            .iter()
            .map(|(set, &count)| (set.len(), float(count)))
            .collect();
        let gradient = |shares: &[f64], slopes: &mut [f64]| {
            slopes.fill(0.0);
            let (mut rest, mut all, mut log_likelihood) = (&members[..], 0.0, 0.0);
            for &(length, count) in &sets {
                let (set, behind) = rest.split_at(length);
                rest = behind;
                let share: f64 = set.iter().map(|&value| shares[value as usize]).sum();
                let likelihood = 1.0 + excess * share;
                log_likelihood += count * likelihood.ln();
                let factor = count / (reports * likelihood);
                all += factor;
                for &value in set {
                    slopes[value as usize] += factor;
                }
            }
            for slope in slopes {
                *slope = all + excess * *slope;
            }
            log_likelihood
        };
        Ok(climb(
            self.domain_size as usize,
            reports,
            convergence,
            gradient,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Channel, Mechanism, maximum_likelihood::ChannelMatrix, randomizers::UnaryEncoding,
    };
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    #[test]
    fn what_is_no_set_is_refused() {
        let mut sets = SupportSets::empty(4);
        assert!(sets.add([0, 4]).is_err());
        assert_eq!(sets, SupportSets::empty(4));
        let convergence = Convergence::default();
        assert_eq!(
            sets.maximum_likelihood(2.0, convergence),
            Err(LikelihoodError::NoReports)
        );
        sets.add([3, 0, 3]).unwrap();
        for ratio in [1.0, 0.5, f64::NAN, f64::INFINITY, -1.0] {
            assert!(matches!(
                sets.maximum_likelihood(ratio, convergence),
                Err(LikelihoodError::Ratio(_))
            ));
        }
        assert!(sets.maximum_likelihood(2.0, convergence).unwrap().converged);
    }

    #[test]
    fn merging_is_adding() {
        let (mut a, mut b, mut all) = (
            SupportSets::empty(3),
            SupportSets::empty(3),
            SupportSets::empty(3),
        );
        for (place, set) in [[0, 1], [1, 2], [1, 0], [0, 2]].into_iter().enumerate() {
            all.add(set).unwrap();
            if place % 2 == 0 { &mut a } else { &mut b }
                .add(set)
                .unwrap();
        }
        a.merge(&b);
        assert_eq!(a, all);
    }

    /// The whole channel of unary encoding as a matrix gives the same distribution: the factor that
    /// all values have in common does not matter.
    #[test]
    fn unary_reports_agree_with_their_whole_channel() {
        let epsilon = "1".parse().unwrap();
        let mechanism = Mechanism::named("oue").unwrap();
        let parameters = mechanism.parameters(&epsilon, 5).unwrap();
        let oracle = mechanism.oracle(&parameters, 5).unwrap();
        let unary = UnaryEncoding::optimized(&epsilon, 5).unwrap();
        let outputs: Vec<_> = unary.outputs().collect();
        let mut generator = ChaCha20Rng::seed_from_u64(11);
        let mut sets = SupportSets::empty(5);
        let mut counts = vec![0; outputs.len()];
        for person in 0..4000_u32 {
            let report = oracle
                .randomize((person % 8).min(4), &mut generator)
                .unwrap();
            sets.add_report(&*oracle, &report).unwrap();
            let place = outputs.iter().position(|output| {
                crate::FrequencyOracle::to_report(&unary, output.clone()) == report
            });
            counts[place.unwrap()] += 1;
        }
        let sharp = Convergence::Maximum {
            tolerance: 1e-8,
            steps: 100_000,
        };
        let support = oracle.support_probabilities();
        let (p, q) = (support.of_truth(), support.of_other());
        let by_sets = sets
            .maximum_likelihood(p * (1.0 - q) / (q * (1.0 - p)), sharp)
            .unwrap();
        let by_channel = ChannelMatrix::of(&unary)
            .maximum_likelihood(&counts, sharp)
            .unwrap();
        assert!(by_sets.converged && by_channel.converged);
        for (a, b) in by_sets.shares.iter().zip(&by_channel.shares) {
            assert!((a - b).abs() < 1e-5, "{a} {b}");
        }
    }
}
