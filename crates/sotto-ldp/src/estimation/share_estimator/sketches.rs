//! Sketches, whose hash functions let values collide: the variance that collisions add to the
//! estimates.

use super::{ShareEstimator, with_more_variance};
use crate::{
    estimation::{
        error::EstimateError,
        estimate::{Estimate, Intervals, estimate_with},
        population::Population,
        precision::Precision,
        protocol::Protocol,
    },
    kernel::{BIT_WEIGHT_TOTAL, BitWeights, Counts, FrequencyOracle, check_sums, float},
    randomizers::{BloomFilterEncoding, HadamardCountMeanSketch, sketch::SketchShape},
};

impl ShareEstimator for HadamardCountMeanSketch {
    fn collisions(&self) -> f64 {
        collisions_in(self.shape())
    }
}

impl ShareEstimator for BloomFilterEncoding {
    fn collisions(&self) -> f64 {
        collisions_in(self.shape())
    }

    fn estimate_sums(
        &self,
        counts: &Counts,
        intervals: Intervals,
    ) -> Result<Vec<Estimate>, EstimateError> {
        check_sums(counts.sums().len(), self.sum_count())?;
        let bits = counts.reports().saturating_mul(self.hashes().into());
        let values = 0..u64::from(self.domain_size());
        let supporting = values.map(|key| self.supporting(counts.sums(), key).min(bits));
        let supporting = Counts::new(bits, supporting.collect())?;
        let estimates = estimate_with(&supporting, self.bit_probabilities(), intervals)?;
        // Of the bits of one report all are about one person: who was asked counts once, not h times.
        let asked = match intervals.method.population() {
            Population::Fixed => 0.0,
            Population::Sampled => 1.0 / float(counts.reports()) - 1.0 / float(bits),
        };
        let of_rare = self.collisions();
        Ok(with_more_variance(estimates, intervals, |share: f64| {
            let others = 1.0 - share;
            asked * share * others + of_rare * others * others
        }))
    }

    fn precision(&self) -> Result<Precision, EstimateError> {
        let bit = Precision::of_protocol(self.bit_probabilities())?;
        let hashes = f64::from(self.hashes());
        Ok(Precision {
            constant: bit.constant / hashes,
            slope: bit.slope / hashes,
            collisions: self.collisions(),
        })
    }

    /// That of a filter in which all of the value's bits are set: each counts as a report of its own, of
    /// which there are h times as many.
    fn greatest_share(&self) -> Result<f64, EstimateError> {
        Ok(Protocol::new(self.bit_probabilities())?.share_at(1.0))
    }

    /// With l of the value's bits set, \[P(2³²−Q)/(Q(2³²−P))\]ˡ.
    fn likelihood_ratios(&self) -> Vec<f64> {
        let BitWeights { truth, other } = self.bit_weights();
        let odds = |set: u64| float(set) / float(BIT_WEIGHT_TOTAL - set);
        let ratio = (odds(truth) / odds(other)).ln();
        let levels = 1..=self.hashes();
        levels
            .map(|level| (ratio * f64::from(level)).exp())
            .collect()
    }
}

/// What collisions may add to the variance of a sketch's estimate of a value that nobody has.
///
/// Of the r rows of m columns, those in which another value is hashed where v is are a share C of
/// mean 1/m and variance (1/m)(1 − 1/m)/r under pairwise independent hash functions. Dividing by
/// p* − q*, which is 1 − 1/m of the two columns' difference, makes the other value's share count
/// (C − 1/m)·m/(m − 1) times for v's, whose variance is 1/(r(m − 1)). Over all others it is at most
/// (1 − f_v)²/(r(m − 1)), however their collisions depend on each other, and reaches that where
/// they are one value.
fn collisions_in(SketchShape { rows, columns }: SketchShape) -> f64 {
    1.0 / (f64::from(rows) * f64::from(columns - 1))
}
