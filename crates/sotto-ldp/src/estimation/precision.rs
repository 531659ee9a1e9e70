//! What the variance of a share's estimate follows from, for every mechanism.

use crate::{
    estimation::{
        error::EstimateError,
        population::Population,
        protocol::{Protocol, check_share},
    },
    kernel::{SupportProbabilities, float},
};

/// The variance of the estimate of a share f from n reports:
/// (constant + slope·f)/n by noise, f(1 − f)/n by who was asked, and collisions·(1 − f)², which
/// more reports do not make smaller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// n·Var of a value that nobody has, by noise alone.
    pub constant: f64,
    /// What the noise adds to it for a value that everybody has; it may be negative.
    pub slope: f64,
    /// What collisions of hash functions may add for a value that nobody has; 0 but for sketches.
    pub collisions: f64,
}

impl Precision {
    /// That of a pure protocol: q*(1−q*)/(p*−q*)² and (1−p*−q*)/(p*−q*).
    ///
    /// # Errors
    /// When the protocol does not tell values apart.
    pub fn of_protocol(support: SupportProbabilities) -> Result<Self, EstimateError> {
        let (constant, slope) = Protocol::new(support)?.noise_variance(1.0);
        Ok(Self {
            constant,
            slope,
            collisions: 0.0,
        })
    }

    /// The variance of the estimate of a value of that share.
    ///
    /// # Errors
    /// When there are no reports, or the share is outside 0 to 1.
    pub fn variance(
        &self,
        share: f64,
        reports: u64,
        population: Population,
    ) -> Result<f64, EstimateError> {
        check_share(share)?;
        let [constant, slope, square] = self.coefficients(reports, population)?;
        Ok((constant + share * (slope + share * square)).max(0.0))
    }

    /// The variance at the share where it is greatest.
    ///
    /// # Errors
    /// When there are no reports.
    pub fn worst_variance(
        &self,
        reports: u64,
        population: Population,
    ) -> Result<f64, EstimateError> {
        let [constant, slope, square] = self.coefficients(reports, population)?;
        let at = |share: f64| constant + share * (slope + share * square);
        let ends = at(0.0).max(at(1.0));
        // Where the parabola opens downwards its top may lie between.
        let top = -slope / (2.0 * square);
        Ok(if square < 0.0 && (0.0..=1.0).contains(&top) {
            ends.max(at(top))
        } else {
            ends
        })
    }

    /// Of 1, f and f².
    fn coefficients(
        &self,
        reports: u64,
        population: Population,
    ) -> Result<[f64; 3], EstimateError> {
        if reports == 0 {
            return Err(EstimateError::NoReports);
        }
        let n = float(reports);
        let asked = match population {
            Population::Fixed => 0.0,
            Population::Sampled => 1.0 / n,
        };
        Ok([
            self.constant / n + self.collisions,
            self.slope / n + asked - 2.0 * self.collisions,
            self.collisions - asked,
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_is_said_of_no_reports_or_impossible_shares() {
        let precision = Precision {
            constant: 1.0,
            slope: 0.0,
            collisions: 0.0,
        };
        let fixed = Population::Fixed;
        assert_eq!(
            precision.variance(0.5, 0, fixed),
            Err(EstimateError::NoReports)
        );
        assert_eq!(
            precision.worst_variance(0, fixed),
            Err(EstimateError::NoReports)
        );
        for share in [-0.1, 1.1, f64::NAN] {
            assert!(precision.variance(share, 1, fixed).is_err());
        }
    }

    proptest! {
        #[test]
        fn the_worst_is_the_worst(
            constant in 0.0..20.0_f64, slope in -1.0..5.0_f64, collisions in 0.0..1.0_f64,
            reports in 1_u64..100_000, sampled: bool, share in 0.0..=1.0_f64
        ) {
            let precision = Precision { constant, slope, collisions };
            let population = if sampled { Population::Sampled } else { Population::Fixed };
            let worst = precision.worst_variance(reports, population).unwrap();
            prop_assert!(precision.variance(share, reports, population).unwrap() <= worst * (1.0 + 1e-12));
            let near = (0..=10_000).map(|index| f64::from(index) / 10_000.0);
            let seen = near.map(|share| precision.variance(share, reports, population).unwrap()).fold(0.0, f64::max);
            prop_assert!(worst <= seen * (1.0 + 1e-3), "{} {}", worst, seen);
        }
    }
}
