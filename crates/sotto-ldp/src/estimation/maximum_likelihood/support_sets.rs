//! Reports as the sets of values that they support.

use std::collections::BTreeMap;

use super::{Convergence, Fit, LikelihoodError, expectation_maximization::climb};
use crate::{
    estimation::collector::Collector,
    kernel::{ImpossibleReport, OutsideDomain, Report, float},
};

/// Different support sets, and how often each was reported: what maximum likelihood needs, where
/// plain counts do not suffice.
///
/// Equal sets are kept once, so that memory grows with the number of *different* reports times
/// their size; at most, with the number of reports. Where a report can be likelier under one value
/// than under another by several factors (sums of noise, Bloom filters), a set tells the level of
/// each of its values.
#[derive(Clone, Debug, PartialEq)]
pub struct SupportSets {
    domain_size: u32,
    /// How much likelier a report is under a value of each level, from level 1, than under others.
    ratios: Vec<f64>,
    reports: u64,
    /// Members are v·(levels) + (level − 1), rising.
    sets: BTreeMap<Vec<u32>, u64>,
}

impl SupportSets {
    /// No reports yet, over that many values, when a report is `likelihood_ratio` (e^ε) times as
    /// likely under each value that it supports as under each other one.
    ///
    /// For two weights a and b the ratio is a/b; for unary encoding with bit chances p and q it is
    /// p(1 − q)/(q(1 − p)).
    ///
    /// # Errors
    /// When the ratio is not above 1 and finite.
    pub fn empty(domain_size: u32, likelihood_ratio: f64) -> Result<Self, LikelihoodError> {
        Self::with_ratios(domain_size, vec![likelihood_ratio])
    }

    /// No reports of that oracle yet.
    ///
    /// # Errors
    /// When its reports tell nothing.
    pub fn of(oracle: &dyn Collector) -> Result<Self, LikelihoodError> {
        Self::with_ratios(oracle.domain_size(), oracle.likelihood_ratios())
    }

    fn with_ratios(domain_size: u32, ratios: Vec<f64>) -> Result<Self, LikelihoodError> {
        if let Some(&ratio) = ratios
            .iter()
            .find(|ratio| !(**ratio > 1.0 && ratio.is_finite()))
        {
            return Err(LikelihoodError::Ratio(ratio));
        }
        Ok(Self {
            domain_size,
            ratios,
            reports: 0,
            sets: BTreeMap::new(),
        })
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
        self.add_levels(support.into_iter().map(|value| (value, 1)))
    }

    fn add_levels(
        &mut self,
        values: impl IntoIterator<Item = (u32, u32)>,
    ) -> Result<(), OutsideDomain> {
        let levels = self.levels();
        let (domain_size, mut set) = (self.domain_size, Vec::new());
        for (value, level) in values {
            let value = OutsideDomain::check(value, domain_size)?;
            set.push(value * levels + level.clamp(1, levels) - 1);
        }
        set.sort_unstable();
        set.dedup();
        *self.sets.entry(set).or_default() += 1;
        self.reports += 1;
        Ok(())
    }

    /// At least 1.
    fn levels(&self) -> u32 {
        u32::try_from(self.ratios.len()).unwrap_or(1).max(1)
    }

    /// Adds a report of the oracle for which this was made.
    ///
    /// # Errors
    /// When the oracle can never have produced it; nothing is added then.
    pub fn add_report(
        &mut self,
        oracle: &dyn Collector,
        report: &Report,
    ) -> Result<(), ImpossibleReport> {
        let values = oracle.likelier_values(report)?;
        self.add_levels(values)
            .map_err(
                |OutsideDomain { value, domain_size }| ImpossibleReport::IndexOutOfRange {
                    index: value,
                    domain_size,
                },
            )
    }

    /// Adds what another machine has collected of the same mechanism over the same domain.
    ///
    /// # Errors
    /// When it is of another; nothing is added then.
    pub fn merge(&mut self, other: &Self) -> Result<(), LikelihoodError> {
        if (self.domain_size, &self.ratios) != (other.domain_size, &other.ratios) {
            return Err(LikelihoodError::OtherSets);
        }
        self.reports += other.reports;
        for (set, count) in &other.sets {
            *self.sets.entry(set.clone()).or_default() += count;
        }
        Ok(())
    }

    /// The distribution of the values under which these reports are likeliest. The likelihood of a
    /// set S is proportional to 1 + Σ_{v∈S} (r_v − 1)·f_v, r_v being the ratio of v's level: with one
    /// level, 1 + (e^ε − 1)·Σ_{v∈S} f_v.
    ///
    /// # Errors
    /// When there are no reports.
    pub fn maximum_likelihood(&self, convergence: Convergence) -> Result<Fit, LikelihoodError> {
        if self.reports == 0 {
            return Err(LikelihoodError::NoReports);
        }
        let levels = self.levels();
        let excesses: Vec<_> = self.ratios.iter().map(|ratio| ratio - 1.0).collect();
        let of = |member: u32| (member / levels, excesses[(member % levels) as usize]);
        let reports = float(self.reports);
        // One run of memory for all members: a climb reads it many times.
        let members: Vec<_> = self.sets.keys().flatten().map(|&code| of(code)).collect();
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
                let weighted = set.iter().map(|&(v, excess)| excess * shares[v as usize]);
                let likelihood = 1.0 + weighted.sum::<f64>();
                log_likelihood += count * likelihood.ln();
                let factor = count / (reports * likelihood);
                all += factor;
                for &(value, excess) in set {
                    slopes[value as usize] += excess * factor;
                }
            }
            for slope in slopes {
                *slope += all;
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
        estimation::{maximum_likelihood::ChannelMatrix, share_estimator::ShareEstimator},
        kernel::{Channel, Epsilon, FrequencyOracle, Randomizer, exact::Natural},
        randomizers::{
            BloomFilterEncoding, DirectEncoding, HadamardCountMeanSketch, HadamardResponse,
            OptimizedLocalHashing, SubsetSelection, SummationHistogramEncoding, UnaryEncoding,
            count_mean_sketch, sketch::SketchShape,
        },
        registry::Mechanism,
    };
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    #[test]
    fn what_is_no_set_is_refused() {
        for ratio in [1.0, 0.5, f64::NAN, f64::INFINITY, -1.0] {
            assert!(matches!(
                SupportSets::empty(4, ratio),
                Err(LikelihoodError::Ratio(_))
            ));
        }
        let mut sets = SupportSets::empty(4, 2.0).unwrap();
        assert!(sets.add([0, 4]).is_err());
        assert_eq!(sets, SupportSets::empty(4, 2.0).unwrap());
        let convergence = Convergence::default();
        assert_eq!(
            sets.maximum_likelihood(convergence),
            Err(LikelihoodError::NoReports)
        );
        sets.add([3, 0, 3]).unwrap();
        assert!(sets.maximum_likelihood(convergence).unwrap().converged);
        let other = SupportSets::empty(4, 3.0).unwrap();
        assert_eq!(sets.merge(&other), Err(LikelihoodError::OtherSets));
    }

    #[test]
    fn merging_is_adding() {
        let empty = || SupportSets::empty(3, 2.0).unwrap();
        let (mut a, mut b, mut all) = (empty(), empty(), empty());
        for (index, set) in [[0, 1], [1, 2], [1, 0], [0, 2]].into_iter().enumerate() {
            all.add(set).unwrap();
            if index % 2 == 0 { &mut a } else { &mut b }
                .add(set)
                .unwrap();
        }
        a.merge(&b).unwrap();
        assert_eq!(a, all);
    }

    /// For every oracle, what is read from a report must be its likelihood: the quotients of the
    /// weights that its channel states, under each value and under one that is not among them.
    fn assert_likelihoods_are_the_channel_s<C: Channel + ShareEstimator + Send + Sync>(
        channel: &C,
    ) {
        let ratios = ShareEstimator::likelihood_ratios(channel);
        for output in channel.outputs() {
            let mut levels = vec![0; channel.inputs() as usize];
            for (value, level) in FrequencyOracle::likelier_values(channel, &output) {
                levels[value as usize] = level;
            }
            let ratio = |level: u32| match level {
                0 => 1.0,
                level => ratios[level as usize - 1],
            };
            // In integers: w_v·r_u = w_u·r_v, with the ratios in 2⁻³² parts.
            let parts = |level| {
                let scaled = format!("{:.0}", ratio(level) * 2_f64.powi(32));
                Natural::from(scaled.parse::<u64>().unwrap())
            };
            let first = (channel.weight(0, &output), parts(levels[0]));
            for value in 1..channel.inputs() {
                let weight = channel.weight(value, &output);
                let left = weight.product(&first.1);
                let right = first.0.product(&parts(levels[value as usize]));
                let (less, more) = if left < right {
                    (left, right)
                } else {
                    (right, left)
                };
                // Losses are rounded up to whole millionths.
                assert!(more.times(999_998) <= less.times(1_000_000), "{levels:?}");
            }
        }
    }

    #[test]
    fn likelihoods_are_those_of_the_channels() {
        let epsilon: Epsilon = "1.5".parse().unwrap();
        assert_likelihoods_are_the_channel_s(&DirectEncoding::new(&epsilon, 5).unwrap());
        assert_likelihoods_are_the_channel_s(&SubsetSelection::new(&epsilon, 7).unwrap());
        assert_likelihoods_are_the_channel_s(&HadamardResponse::new(&epsilon, 5).unwrap());
        assert_likelihoods_are_the_channel_s(&OptimizedLocalHashing::new(&epsilon, 9).unwrap());
        assert_likelihoods_are_the_channel_s(&UnaryEncoding::optimized(&epsilon, 4).unwrap());
        assert_likelihoods_are_the_channel_s(&UnaryEncoding::symmetric(&epsilon, 4).unwrap());
        let shape = SketchShape {
            rows: 3,
            columns: 4,
        };
        assert_likelihoods_are_the_channel_s(
            &count_mean_sketch::with_shape(&epsilon, shape, 6).unwrap(),
        );
        let signs = HadamardCountMeanSketch::new(&epsilon, shape, 6).unwrap();
        assert_likelihoods_are_the_channel_s(&signs);
        let filters = BloomFilterEncoding::new(&epsilon, 2, 2, 4, 6).unwrap();
        assert_likelihoods_are_the_channel_s(&filters);
    }

    /// Sums of noise have no table; the likelihoods are those of the noise's formula.
    #[test]
    fn likelihoods_of_sums_are_those_of_their_noise() {
        let she = SummationHistogramEncoding::new(&"2".parse().unwrap(), 3).unwrap();
        let (numerator, denominator) = she.noise().decay();
        let gamma = numerator as f64 / denominator as f64;
        let ratios = ShareEstimator::likelihood_ratios(&she);
        let mut generator = ChaCha20Rng::seed_from_u64(3);
        for person in 0..200 {
            let output = Randomizer::randomize(&she, person % 3, &mut generator).unwrap();
            let mut levels = [1.0; 3];
            for (value, level) in FrequencyOracle::likelier_values(&she, &output) {
                levels[value as usize] = ratios[level as usize - 1];
            }
            let log_chance = |value: u32| -> f64 {
                (0..3)
                    .map(|index| {
                        let one = f64::from(u8::from(index == value)) * she.steps() as f64;
                        -gamma * (she.component(&output, index) as f64 - one).abs()
                    })
                    .sum()
            };
            for value in 1..3 {
                let expected = log_chance(value) - log_chance(0);
                let found = (levels[value as usize] / levels[0]).ln();
                assert!((found - expected).abs() < 1e-9, "{found} {expected}");
            }
        }
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
        let mut sets = SupportSets::of(&*oracle).unwrap();
        let mut counts = vec![0; outputs.len()];
        for person in 0..4000_u32 {
            let report = oracle
                .randomize((person % 8).min(4), &mut generator)
                .unwrap();
            sets.add_report(&*oracle, &report).unwrap();
            let index = outputs
                .iter()
                .position(|output| FrequencyOracle::to_report(&unary, output.clone()) == report);
            counts[index.unwrap()] += 1;
        }
        let sharp = Convergence::Maximum {
            tolerance: 1e-8,
            steps: 100_000,
        };
        let by_sets = sets.maximum_likelihood(sharp).unwrap();
        let by_channel = ChannelMatrix::of(&unary)
            .maximum_likelihood(&counts, sharp)
            .unwrap();
        assert!(by_sets.converged && by_channel.converged);
        for (a, b) in by_sets.shares.iter().zip(&by_channel.shares) {
            assert!((a - b).abs() < 1e-5, "{a} {b}");
        }
    }
}
