//! Shares among some: of those whose answer lies in one group of values, how many have a value of a
//! smaller group in it. "Of those who smoke, how many are over 50", from a joint report.
//!
//! Numerator and denominator come from the same reports, so that their errors are not independent: with
//! x the share of the smaller group and y that of the rest, Cov\[x, y\] = (Var\[x\] + Var\[y\] − Var\[x − y\])/2,
//! which the groups' own variances give.

use std::collections::BTreeSet;

use crate::{
    estimation::{
        collector::Collector, difference::Difference, error::EstimateError, estimate::Estimate,
        fieller::ratio, population::Population,
    },
    kernel::{Confidence, Counts},
};

/// The values asked about, and those among whom they are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuesAmong<'a> {
    /// The values, all of them among `whole`.
    pub values: &'a [u32],
    /// At least one value more, and not all that there are.
    pub whole: &'a [u32],
}

impl ValuesAmong<'_> {
    /// The values of the whole that are not asked about.
    fn rest(&self) -> Vec<u32> {
        let others = self
            .whole
            .iter()
            .filter(|value| !self.values.contains(value));
        others.copied().collect()
    }
}

/// How many times as great a share is as another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareRatio {
    /// The ratio of the unbiased shares.
    pub ratio: f64,
    /// Its standard deviation by the delta method.
    pub standard_error: f64,
    /// The ratios that the reports do not speak against; without an upper end where the second share may be
    /// nobody's.
    pub interval: (f64, Option<f64>),
}

/// The reports of one oracle, and whom they are about.
#[derive(Clone, Copy)]
pub struct Reports<'a> {
    /// What counted them.
    pub oracle: &'a dyn Collector,
    /// Their counts.
    pub counts: &'a Counts,
    /// Whether those who reported stand for more people.
    pub population: Population,
}

impl Reports<'_> {
    /// The share of those who have one of the part's values among those who have one of the whole's.
    ///
    /// # Errors
    /// When there are no reports, the groups are none, or there may be nobody in the whole.
    pub fn share_among(
        &self,
        part: ValuesAmong<'_>,
        confidence: Confidence,
    ) -> Result<Estimate, EstimateError> {
        let (values, whole) = (part.values.to_vec(), part.whole.to_vec());
        let groups = [values, whole];
        let found = self.groups(&groups, confidence)?;
        let [of_part, of_whole] = found.as_slice() else {
            return Err(no_groups(part.values));
        };
        let variance = |one: &Estimate| one.standard_error.powi(2);
        let covariance =
            variance(of_part) + self.covariance(&groups[0], &part.rest(), confidence)?;
        let found = ratio(
            (of_part.share, variance(of_part)),
            (of_whole.share, variance(of_whole)),
            covariance,
            confidence.standard_deviations(),
        )
        .ok_or(EstimateError::PerhapsNobody)?;
        let moments = self
            .oracle
            .among_moments(size(part.values), size(part.whole))?;
        let interval = moments.interval(
            (found.share, of_whole.share),
            self.counts.reports(),
            self.population,
            confidence,
        );
        Ok(Estimate { interval, ..found })
    }

    /// How much greater the first share among some is than the second, whose wholes share no value. The
    /// interval is the hybrid of the two shares' own, which are correlated (Zou and Donner 2008).
    ///
    /// # Errors
    /// As [`Self::share_among`].
    pub fn compare_among(
        &self,
        first: ValuesAmong<'_>,
        second: ValuesAmong<'_>,
        confidence: Confidence,
    ) -> Result<Difference, EstimateError> {
        let shares = (
            self.share_among(first, confidence)?,
            self.share_among(second, confidence)?,
        );
        let slopes = |part: ValuesAmong<'_>, share: f64| -> Result<_, EstimateError> {
            let whole = self.groups(&[part.whole.to_vec()], confidence)?;
            let whole = whole.first().ok_or_else(|| no_groups(part.whole))?.share;
            // Of x/(x + y) in x and in y.
            Ok([
                (part.values.to_vec(), (1.0 - share) / whole),
                (part.rest(), -share / whole),
            ])
        };
        let mut together = 0.0;
        for (ours, slope) in slopes(first, shares.0.share)? {
            for (theirs, other) in slopes(second, shares.1.share)? {
                together += slope * other * self.covariance(&ours, &theirs, confidence)?;
            }
        }
        let (one, other) = shares;
        let difference = one.share - other.share;
        let errors = one.standard_error * other.standard_error;
        let correlation = if errors > 0.0 {
            (together / errors).clamp(-1.0, 1.0)
        } else {
            0.0
        };
        let side = |a: f64, b: f64| (a * a + b * b - 2.0 * correlation * a * b).max(0.0).sqrt();
        let below = side(one.share - one.interval.0, other.interval.1 - other.share);
        let above = side(one.interval.1 - one.share, other.share - other.interval.0);
        Ok(Difference {
            difference,
            standard_error: (one.standard_error.powi(2) + other.standard_error.powi(2)
                - 2.0 * correlation * errors)
                .max(0.0)
                .sqrt(),
            interval: (difference - below, difference + above),
        })
    }

    /// How many times as great the share of the first group of values is as that of the second, which has no
    /// value in common with it. With x and y their shares it is a rising function of x/(x + y), s/(1 − s),
    /// which keeps that one's interval, or the share's own where both are everybody.
    ///
    /// # Errors
    /// When there are no reports, the groups are none, or there may be nobody in either.
    pub fn ratio(
        &self,
        (first, second): (&[u32], &[u32]),
        confidence: Confidence,
    ) -> Result<ShareRatio, EstimateError> {
        if first.is_empty() || second.is_empty() || first.iter().any(|one| second.contains(one)) {
            return Err(no_groups(&[first, second].concat()));
        }
        let whole = [first, second].concat();
        let within = if whole.len() == self.oracle.domain_size() as usize {
            let alone = self.groups(&[first.to_vec()], confidence)?;
            *alone.first().ok_or_else(|| no_groups(first))?
        } else {
            let (values, whole) = (first, &*whole);
            self.share_among(ValuesAmong { values, whole }, confidence)?
        };
        let odds = |share: f64| (share < 1.0).then(|| share / (1.0 - share));
        let (low, high) = within.interval;
        let found = odds(within.share).zip(odds(low));
        let (ratio, low) = found.ok_or(EstimateError::PerhapsNobody)?;
        Ok(ShareRatio {
            ratio,
            standard_error: within.standard_error / (1.0 - within.share).powi(2),
            interval: (low, odds(high)),
        })
    }

    /// The mean of a number that each of some values stands for, among those who have one of them: of a
    /// rating its stars, of those who would recommend 100, of those who would not −100. Where the values
    /// are all that there are, their shares together are known to be 1.
    ///
    /// # Errors
    /// As [`Self::share_among`].
    pub fn mean_among(
        &self,
        numbers: &[(u32, f64)],
        confidence: Confidence,
    ) -> Result<Estimate, EstimateError> {
        let values: Vec<u32> = numbers.iter().map(|(value, _)| *value).collect();
        let singles: Vec<Vec<u32>> = values.iter().map(|&value| vec![value]).collect();
        let shares = self.groups(&singles, confidence)?;
        // About their middle, so that an error in how many there are moves the mean little.
        let (least, most) = numbers.iter().fold(
            (f64::INFINITY, f64::NEG_INFINITY),
            |(least, most), (_, number)| (least.min(*number), most.max(*number)),
        );
        let middle = f64::midpoint(least, most);
        let (mut above, mut below) = ((0.0, 0.0), (0.0, 0.0));
        let mut covariance = 0.0;
        for (i, (share, (one, number))) in shares.iter().zip(numbers).enumerate() {
            let number = number - middle;
            above.0 += number * share.share;
            below.0 += share.share;
            let variance = share.standard_error.powi(2);
            above.1 += number * number * variance;
            below.1 += variance;
            covariance += number * variance;
            for (other, second) in numbers.iter().skip(i + 1) {
                let second = second - middle;
                let both = self.covariance(&[*one], &[*other], confidence)?;
                above.1 += 2.0 * number * second * both;
                below.1 += 2.0 * both;
                covariance += (number + second) * both;
            }
        }
        if values.len() == self.oracle.domain_size() as usize {
            (below, covariance) = ((1.0, 0.0), 0.0);
        }
        let found = ratio(above, below, covariance, confidence.standard_deviations())
            .ok_or(EstimateError::PerhapsNobody)?;
        Ok(Estimate {
            share: middle + found.share,
            standard_error: found.standard_error,
            interval: (middle + found.interval.0, middle + found.interval.1),
        })
    }

    fn groups(
        &self,
        groups: &[Vec<u32>],
        confidence: Confidence,
    ) -> Result<Vec<Estimate>, EstimateError> {
        self.oracle
            .estimate_groups(self.counts, groups, self.population, confidence)
    }

    /// Of the shares of two groups without a value in common.
    fn covariance(
        &self,
        first: &[u32],
        second: &[u32],
        confidence: Confidence,
    ) -> Result<f64, EstimateError> {
        let each = self.groups(&[first.to_vec(), second.to_vec()], confidence)?;
        let apart = self.oracle.compare_groups(
            self.counts,
            (first, second),
            self.population,
            confidence,
        )?;
        let sum: f64 = each.iter().map(|one| one.standard_error.powi(2)).sum();
        Ok((sum - apart.standard_error.powi(2)) / 2.0)
    }
}

/// How many values there are, each counted once.
fn size(values: &[u32]) -> u32 {
    let different: BTreeSet<_> = values.iter().collect();
    u32::try_from(different.len()).unwrap_or(u32::MAX)
}

fn no_groups(values: &[u32]) -> EstimateError {
    EstimateError::NoGroups {
        values: u32::try_from(values.len()).unwrap_or(u32::MAX),
    }
}
