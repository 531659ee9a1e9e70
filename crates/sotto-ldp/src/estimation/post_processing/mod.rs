//! Making estimates consistent for display: no share below 0, all together 1.
//!
//! Post-processing costs no privacy, but it is biased: the unbiased figure always stands beside
//! it, and means, differences and intervals are made from the unbiased one. The methods and their
//! names are those of Wang, Lopuhaä-Zwakenberg, Li, Skoric and Li, "Locally Differentially Private
//! Frequency Estimation with Consistency" (NDSS 2020), section IV. Nothing here is clipped to 1
//! and called unbiased, and no category is dropped because its estimate is 0.

mod base_cut;
mod base_pos;
mod norm;
mod norm_cut;
mod norm_mul;
mod norm_sub;
mod simplex_projection;

pub use norm_mul::norm_mul;
pub use norm_sub::norm_sub;

use base_cut::{BASE_CUT_SIGNIFICANCE, base_cut};
use base_pos::base_pos;
use norm::norm;
use norm_cut::norm_cut;
use simplex_projection::simplex_projection;
use std::{fmt, str::FromStr};

use crate::estimation::error::EstimateError;

/// How estimates are made consistent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Consistency {
    /// Not at all: the unbiased estimates.
    None,
    /// Negative estimates become 0; the sum is not 1.
    BasePos,
    /// Estimates that noise alone could well give become 0; the sum is not 1. For finding the
    /// popular values of a large domain.
    BaseCut,
    /// A constant is added so that the sum is 1; negative estimates may be left.
    Norm,
    /// Negative estimates become 0, the others are multiplied so that the sum is 1.
    NormMul,
    /// Negative and then the smallest positive estimates become 0 until the sum is at most 1.
    NormCut,
    /// Negative estimates become 0 and a constant is added to the others so that the sum is 1:
    /// what is displayed unless asked.
    #[default]
    NormSub,
    /// The nearest distribution by Euclidean distance: equal to Norm-Sub, computed another way.
    SimplexProjection,
}

impl Consistency {
    /// Every one of them.
    pub const ALL: [Self; 8] = [
        Self::None,
        Self::BasePos,
        Self::BaseCut,
        Self::Norm,
        Self::NormMul,
        Self::NormCut,
        Self::NormSub,
        Self::SimplexProjection,
    ];

    /// The name, as at the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::BasePos => "base-pos",
            Self::BaseCut => "base-cut",
            Self::Norm => "norm",
            Self::NormMul => "norm-mul",
            Self::NormCut => "norm-cut",
            Self::NormSub => "norm-sub",
            Self::SimplexProjection => "simplex-projection",
        }
    }

    /// Makes the estimates of all of a question's values consistent; as many come out as go in, in
    /// the same order.
    ///
    /// `standard_error_of_absent` is that of a value which nobody has ([`crate::standard_error`]
    /// at share 0); only [`Self::BaseCut`] reads it.
    #[must_use]
    pub fn apply(self, estimates: &[f64], standard_error_of_absent: f64) -> Vec<f64> {
        match self {
            Self::None => estimates.to_vec(),
            Self::BasePos => base_pos(estimates),
            Self::BaseCut => base_cut(estimates, standard_error_of_absent, BASE_CUT_SIGNIFICANCE),
            Self::Norm => norm(estimates),
            Self::NormMul => norm_mul(estimates),
            Self::NormCut => norm_cut(estimates),
            Self::NormSub => norm_sub(estimates),
            Self::SimplexProjection => simplex_projection(estimates),
        }
    }
}

impl fmt::Display for Consistency {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Consistency {
    type Err = EstimateError;

    fn from_str(name: &str) -> Result<Self, EstimateError> {
        Self::ALL
            .into_iter()
            .find(|consistency| consistency.name() == name)
            .ok_or_else(|| EstimateError::UnknownConsistency {
                name: name.chars().take(40).collect(),
                known: Self::ALL.map(Self::name).join(", "),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_read_back() {
        for consistency in Consistency::ALL {
            assert_eq!(consistency.to_string().parse(), Ok(consistency));
        }
        let error = "clip".parse::<Consistency>().unwrap_err();
        assert!(error.to_string().contains("norm-sub"), "{error}");
    }

    #[test]
    fn nothing_comes_of_nothing() {
        for consistency in Consistency::ALL {
            assert!(consistency.apply(&[], 0.1).is_empty());
        }
    }

    #[test]
    fn one_example_by_hand() {
        // Sum 1.1; the positive ones sum to 1.3.
        let estimates = [0.7, 0.5, -0.2, 0.1];
        for (consistency, expected) in [
            (Consistency::None, [0.7, 0.5, -0.2, 0.1]),
            (Consistency::BasePos, [0.7, 0.5, 0.0, 0.1]),
            // z(1 − 0.05/4) = 2.241: cut at 0.224.
            (Consistency::BaseCut, [0.7, 0.5, 0.0, 0.0]),
            (Consistency::Norm, [0.675, 0.475, -0.225, 0.075]),
            (Consistency::NormMul, [0.7 / 1.3, 0.5 / 1.3, 0.0, 0.1 / 1.3]),
            // 0.1 goes, then 0.5: 1.2 is still too much.
            (Consistency::NormCut, [0.7, 0.0, 0.0, 0.0]),
            (Consistency::NormSub, [0.6, 0.4, 0.0, 0.0]),
            (Consistency::SimplexProjection, [0.6, 0.4, 0.0, 0.0]),
        ] {
            let found = consistency.apply(&estimates, 0.1);
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-12, "{consistency} {found}");
            }
        }
    }

    proptest! {
        #[test]
        fn lengths_and_order_are_kept(
            estimates in prop::collection::vec(-2.0..2.0_f64, 1..50), error in 0.0..0.5_f64
        ) {
            for consistency in Consistency::ALL {
                let found = consistency.apply(&estimates, error);
                prop_assert_eq!(found.len(), estimates.len());
                prop_assert!(found.iter().all(|share| share.is_finite()));
                for (a, x) in estimates.iter().zip(&found) {
                    for (b, y) in estimates.iter().zip(&found) {
                        prop_assert!(a <= b || x >= y, "{}", consistency);
                    }
                }
                let nonnegative = !matches!(consistency, Consistency::None | Consistency::Norm);
                prop_assert!(!nonnegative || found.iter().all(|&share| share >= 0.0));
                let sum: f64 = found.iter().sum();
                match consistency {
                    Consistency::None | Consistency::BasePos | Consistency::BaseCut => {}
                    Consistency::NormCut => prop_assert!(sum <= 1.0 + 1e-12),
                    _ => prop_assert!((sum - 1.0).abs() < 1e-9),
                }
            }
        }

        #[test]
        fn distributions_stay_as_they_are(weights in prop::collection::vec(0.01..1.0_f64, 1..50)) {
            let sum: f64 = weights.iter().sum();
            let shares: Vec<_> = weights.iter().map(|weight| weight / sum).collect();
            for consistency in Consistency::ALL {
                for (found, share) in consistency.apply(&shares, 0.0).iter().zip(&shares) {
                    prop_assert!((found - share).abs() < 1e-9 || consistency == Consistency::NormCut);
                }
            }
        }

        /// Norm-Sub as the paper describes it, step by step, is the projection onto the simplex.
        #[test]
        fn norm_sub_is_the_simplex_projection(
            estimates in prop::collection::vec(-2.0..2.0_f64, 1..80)
        ) {
            for (a, b) in norm_sub(&estimates).iter().zip(simplex_projection(&estimates)) {
                prop_assert!((a - b).abs() < 1e-9, "{} {}", a, b);
            }
        }
    }
}
