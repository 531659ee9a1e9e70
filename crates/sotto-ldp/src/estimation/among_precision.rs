//! What the variance of a share among some follows from: "of those who answer, how many say yes".
//!
//! The figure is a ratio r̂ = x/(x + y), with x the estimated share of the values asked about and y that of
//! the others among the whole. By the delta method n·Var\[r̂\] = n·Var\[(1 − r)x − r·y\]/a², where a is the
//! share of those in the whole: the figure takes neither 1/a² times the people that x takes, nor as few.

use crate::{
    estimation::{
        group_variance::{GroupVariance, PairVariance},
        population::Population,
        precision::Precision,
        protocol::Protocol,
    },
    kernel::float,
};

/// n times the variances of x and y by noise alone, and their covariance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairMoments {
    /// n·Var\[x\].
    pub first: f64,
    /// n·Var\[y\].
    pub rest: f64,
    /// n·Cov\[x, y\].
    pub both: f64,
}

impl PairMoments {
    /// n·Var\[(1 − r)x − r·y\].
    pub(crate) fn at(self, share: f64) -> f64 {
        let other = 1.0 - share;
        let Self { first, rest, both } = self;
        other * other * first + share * share * rest - 2.0 * share * other * both
    }
}

/// The moments of a report, by where the truth lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AmongPrecision {
    /// It is one of the values asked about.
    pub first: PairMoments,
    /// It is another one of the whole.
    pub rest: PairMoments,
    /// It is outside the whole: declined.
    pub outside: PairMoments,
    /// What collisions of hash functions may add to the variance of x, however many report.
    pub collisions: f64,
    /// Whether x and the share outside the whole are told by different people.
    pub told_apart: bool,
}

impl AmongPrecision {
    /// From how the numbers of supported values vary.
    pub(crate) fn of_groups(
        (first, rest): (GroupVariance, GroupVariance),
        pair: PairVariance,
        protocol: Protocol,
    ) -> Self {
        let signal = protocol.gap() * protocol.gap();
        let moments = |of_first: f64, of_rest: f64, apart: f64| PairMoments {
            first: of_first / signal,
            rest: of_rest / signal,
            both: (of_first + of_rest - apart) / 2.0 / signal,
        };
        Self {
            first: moments(first.inside, rest.outside, pair.first),
            rest: moments(first.outside, rest.inside, pair.second),
            outside: moments(first.outside, rest.outside, pair.neither),
            collisions: 0.0,
            told_apart: false,
        }
    }

    /// Of x and of the share outside the whole, whose errors are independent of each other; y is what they
    /// leave of 1. `told_apart`: by reports of different people, not by one report of each person.
    #[must_use]
    pub fn of_independent(precision: Precision, told_apart: bool) -> Self {
        let of_other = precision.constant;
        let of_truth = precision.constant + precision.slope;
        let moments = |of_first: f64, outside: f64| PairMoments {
            first: of_first,
            rest: of_first + outside,
            both: -of_first,
        };
        Self {
            first: moments(of_truth, of_other),
            rest: moments(of_other, of_other),
            outside: moments(of_other, of_truth),
            collisions: precision.collisions,
            told_apart,
        }
    }

    /// The variance of the ratio where it is `share`, and the whole has a share of `about`.
    #[must_use]
    pub fn variance(
        &self,
        (share, about): (f64, f64),
        reports: u64,
        population: Population,
    ) -> f64 {
        let one_report = self.of_difference((share, about), population);
        (one_report / float(reports) + self.collisions) / (about * about)
    }

    /// n times the variance of (1 − r)x − r·y, with `share` for r, where that is the ratio.
    pub(crate) fn of_difference(&self, (share, about): (f64, f64), population: Population) -> f64 {
        let asked = match population {
            Population::Fixed => 0.0,
            // Of different people, who is in the whole is drawn twice.
            Population::Sampled if self.told_apart => {
                about * share * (1.0 - share) + 2.0 * about * (1.0 - about) * share * share
            }
            Population::Sampled => about * share * (1.0 - share),
        };
        let noise = about * share * self.first.at(share)
            + about * (1.0 - share) * self.rest.at(share)
            + (1.0 - about) * self.outside.at(share);
        noise + asked
    }

    /// The same at the share where it is greatest, to a ten-thousandth.
    #[must_use]
    pub fn worst_variance(&self, about: f64, reports: u64, population: Population) -> f64 {
        let shares = (0..=1_000).map(|step| f64::from(step) / 1_000.0);
        shares
            .map(|share| self.variance((share, about), reports, population))
            .fold(0.0, f64::max)
    }
}
