//! The collector's half of a frequency oracle: from sums of reports to shares.
//!
//! Estimates are floats, and nothing here is ever asked on the way from an answer to its report:
//! the mechanisms of `randomizers/` hold no floating-point number at all. All pure protocols have
//! the one estimator; what needs another has it in a file of its own. Those whose reports tell
//! groups of values apart are in `groups.rs`.

mod forced_response;
mod groups;
mod sketches;
mod summation_histogram_encoding;
mod support_probabilities;

use crate::{
    estimation::{
        among_interval::AmongMoments,
        among_precision::AmongPrecision,
        error::EstimateError,
        estimate::{Estimate, Intervals, estimate_with},
        group_variance::{GroupVariance, PairVariance},
        pair_thirds::PairThirds,
        precision::Precision,
        protocol::Protocol,
    },
    kernel::{Confidence, Counts, FrequencyOracle, check_sums},
    randomizers::{HadamardResponse, OptimizedLocalHashing, PrivSet, ProjectiveGeometryResponse},
};

/// A frequency oracle from whose sums the share of every value is estimated.
pub trait ShareEstimator: FrequencyOracle {
    /// The estimates of all values' shares, from the sums as they are counted.
    ///
    /// # Errors
    /// When there are no reports, or the counts are another mechanism's.
    fn estimate_sums(
        &self,
        counts: &Counts,
        intervals: Intervals,
    ) -> Result<Vec<Estimate>, EstimateError> {
        check_sums(counts.sums().len(), self.sum_count())?;
        let decoded = counts.decoded(self.decode(counts.reports(), counts.sums()));
        let estimates = estimate_with(&decoded, self.support_probabilities(), intervals)?;
        let of_rare = self.collisions();
        if of_rare <= 0.0 {
            return Ok(estimates);
        }
        let more = |share: f64| of_rare * (1.0 - share) * (1.0 - share);
        Ok(with_more_variance(estimates, intervals, more))
    }

    /// The most that values which collide under the public hash functions add to the variance of a
    /// rare value's share, however many report; 0 where there are none.
    fn collisions(&self) -> f64 {
        0.0
    }

    /// How the number of values varies that a report supports out of a group of `size`, at least one
    /// and not all; `None` where it depends on which values they are, or is not known.
    fn group_variance(&self, size: u32) -> Option<GroupVariance> {
        let _ = size;
        None
    }

    /// How the difference between the numbers of values varies that a report supports out of two groups
    /// of these sizes, which share no value; `None` where [`Self::group_variance`] has none.
    fn pair_variance(&self, first: u32, second: u32) -> Option<PairVariance> {
        let _ = (first, second);
        None
    }

    /// How skewed the numbers of values are that a report supports out of two such groups; `None` where
    /// [`Self::pair_variance`] has none.
    fn pair_thirds(&self, first: u32, second: u32) -> Option<PairThirds> {
        let _ = (first, second);
        None
    }

    /// How many values a report supports at most, where [`Self::group_variance`] is known.
    fn most_supported(&self) -> Option<u32> {
        None
    }

    /// What the variance of the estimates follows from; of the first value where values differ.
    ///
    /// # Errors
    /// When the protocol does not tell values apart.
    fn precision(&self) -> Result<Precision, EstimateError> {
        let protocol = Precision::of_protocol(self.support_probabilities())?;
        Ok(Precision {
            collisions: self.collisions(),
            ..protocol
        })
    }

    /// The most that a single report can add to n times the estimate of a value's share: what a fake
    /// weighs. Of a pure protocol (1 − q*)/(p* − q*).
    ///
    /// # Errors
    /// When the protocol does not tell values apart.
    fn greatest_share(&self) -> Result<f64, EstimateError> {
        Ok(Protocol::new(self.support_probabilities())?.share_at(1.0))
    }

    /// [`Self::precision`] of the share of a group of `size` values: with X, how many of them a report
    /// supports, Var(X | truth outside)/(p* − q*)² and what Var(X | truth inside) adds to it.
    ///
    /// # Errors
    /// When the group is empty or everything, or the mechanism does not tell groups apart.
    fn group_precision(&self, size: u32) -> Result<Precision, EstimateError> {
        let protocol = Protocol::new(self.support_probabilities())?;
        let variance = self.group_variance(size);
        let variance = variance.ok_or(EstimateError::NoGroups { values: size })?;
        let signal = protocol.gap() * protocol.gap();
        Ok(Precision {
            constant: variance.outside / signal,
            slope: (variance.inside - variance.outside) / signal,
            collisions: 0.0,
        })
    }

    /// [`Self::precision`] of the share of a group of `size` values among those with one of `whole` values. Of
    /// a mechanism that does not tell groups apart, of one value among all but one, as if a report supported
    /// values independently of each other, which hash functions nearly do.
    ///
    /// # Errors
    /// When the group is empty or the whole, or the mechanism does not tell such a share.
    fn among_precision(&self, size: u32, whole: u32) -> Result<AmongPrecision, EstimateError> {
        let no_groups = EstimateError::NoGroups { values: size };
        let protocol = Protocol::new(self.support_probabilities())?;
        let rest = whole.saturating_sub(size);
        if size == 0 || rest == 0 || whole > self.domain_size() {
            return Err(no_groups);
        }
        let groups = self.group_variance(size).zip(self.group_variance(rest));
        if let (Some(groups), Some(pair)) = (groups, self.pair_variance(size, rest)) {
            return Ok(AmongPrecision::of_groups(groups, pair, protocol));
        }
        if size == 1 && whole + 1 == self.domain_size() {
            return Ok(AmongPrecision::of_independent(self.precision()?, false));
        }
        Err(no_groups)
    }

    /// What the interval follows from of the share of a group of `size` values among those with one of `whole`
    /// values.
    ///
    /// # Errors
    /// When the group is empty or the whole, or the mechanism does not tell groups apart.
    fn among_moments(&self, size: u32, whole: u32) -> Result<AmongMoments, EstimateError> {
        let no_groups = EstimateError::NoGroups { values: size };
        let precision = ShareEstimator::among_precision(self, size, whole)?;
        let thirds = self.pair_thirds(size, whole.saturating_sub(size));
        let protocol = Protocol::new(self.support_probabilities())?;
        Ok(AmongMoments {
            precision,
            thirds: thirds.ok_or(no_groups)?,
            step: 1.0 / protocol.gap(),
        })
    }

    /// [`Self::greatest_share`] of a group of `size` values: of a report that supports as many of them as
    /// one can.
    ///
    /// # Errors
    /// When the mechanism does not tell groups apart.
    fn greatest_group_share(&self, size: u32) -> Result<f64, EstimateError> {
        let protocol = Protocol::new(self.support_probabilities())?;
        let most = self.most_supported();
        let most = most.ok_or(EstimateError::NoGroups { values: size })?;
        let expected = f64::from(size) * protocol.q;
        Ok((f64::from(most.min(size)) - expected) / protocol.gap())
    }

    /// How much likelier a report is under a value of each level than under one of level 0, from
    /// level 1 on: for maximum likelihood. With two weights there is one level, and e^ε.
    fn likelihood_ratios(&self) -> Vec<f64> {
        vec![self.privacy_loss().to_f64().exp()]
    }
}

macro_rules! pure_protocols {
    ($($protocol:ident)*) => { $(impl ShareEstimator for $protocol {})* };
}

pure_protocols! {
    OptimizedLocalHashing HadamardResponse PrivSet ProjectiveGeometryResponse
}

/// How many standard deviations such an interval of one of so many values reaches.
fn deviations(intervals: Intervals, values: usize) -> f64 {
    let confidence: Confidence = if intervals.simultaneous {
        intervals.confidence.simultaneous(values)
    } else {
        intervals.confidence
    };
    confidence.standard_deviations()
}

/// Widens estimates by a variance that their own does not hold, which depends on the share.
fn with_more_variance(
    estimates: Vec<Estimate>,
    intervals: Intervals,
    more: impl Fn(f64) -> f64,
) -> Vec<Estimate> {
    let z = deviations(intervals, estimates.len());
    let widened = |estimate: Estimate| {
        let more = more(estimate.share.clamp(0.0, 1.0));
        let end = |end: f64| {
            let apart = end - estimate.share;
            estimate.share + apart.signum() * (apart * apart + z * z * more).sqrt()
        };
        Estimate {
            share: estimate.share,
            standard_error: (estimate.standard_error.powi(2) + more).sqrt(),
            interval: (end(estimate.interval.0), end(estimate.interval.1)),
        }
    };
    estimates.into_iter().map(widened).collect()
}
