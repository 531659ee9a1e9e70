//! The designer's table of mechanisms: by name, what computes the published integers from ε.
//!
//! It is apart from [`crate::MECHANISMS`], the respondent's table, so that the linker leaves it out
//! of a program that is given the integers. Nothing on the way from an answer to its report may
//! refer to this module.

use crate::{
    Epsilon,
    error::MechanismError,
    mechanism::Mechanism,
    numbers,
    randomizers::{
        bloom_filter_encoding, count_mean_sketch, direct_encoding, forced_response,
        hadamard_count_mean_sketch, hadamard_response, optimized_local_hashing,
        optimized_unary_encoding, projective_geometry_response, randomized_response,
        subset_selection, summation_histogram_encoding, symmetric_unary_encoding,
        thresholding_histogram_encoding, two_coins, unary_encoding,
    },
};

/// A mechanism's line: its name, and its integers at an ε and a domain size.
pub(crate) type Line = (
    &'static str,
    fn(&Epsilon, u32) -> Result<Vec<u64>, MechanismError>,
);

const PARAMETERS: &[Line] = &[
    (randomized_response::NAME, randomized_response::parameters),
    (two_coins::NAME, two_coins::parameters),
    (forced_response::NAME, forced_response::parameters),
    (direct_encoding::NAME, direct_encoding::parameters),
    (unary_encoding::NAME, unary_encoding::parameters),
    (
        symmetric_unary_encoding::NAME,
        symmetric_unary_encoding::parameters,
    ),
    (
        optimized_unary_encoding::NAME,
        optimized_unary_encoding::parameters,
    ),
    (
        summation_histogram_encoding::NAME,
        summation_histogram_encoding::parameters,
    ),
    (
        thresholding_histogram_encoding::NAME,
        thresholding_histogram_encoding::parameters,
    ),
    (
        optimized_local_hashing::NAME,
        optimized_local_hashing::parameters,
    ),
    (hadamard_response::NAME, hadamard_response::parameters),
    (subset_selection::NAME, subset_selection::parameters),
    (
        projective_geometry_response::NAME,
        projective_geometry_response::parameters,
    ),
    (count_mean_sketch::NAME, count_mean_sketch::parameters),
    (
        hadamard_count_mean_sketch::NAME,
        hadamard_count_mean_sketch::parameters,
    ),
    (
        bloom_filter_encoding::NAME,
        bloom_filter_encoding::parameters,
    ),
];

impl Mechanism {
    /// The integers that a survey publishes for this mechanism at that ε and domain size; of
    /// numbers, the number of cells of the grid.
    ///
    /// # Errors
    /// When the mechanism does not serve that ε or domain size.
    pub fn parameters(
        self,
        epsilon: &Epsilon,
        domain_size: u32,
    ) -> Result<Vec<u64>, MechanismError> {
        let mut lines = PARAMETERS.iter().chain(numbers::PARAMETERS);
        match lines.find(|(name, _)| *name == self.name()) {
            Some((_, parameters)) => parameters(epsilon, domain_size),
            None => Err(MechanismError::Unknown(self.name().to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MECHANISMS, numbers::NUMERIC_MECHANISMS};

    #[test]
    fn every_mechanism_is_in_the_table() {
        for (table, mechanisms) in [
            (PARAMETERS, MECHANISMS),
            (numbers::PARAMETERS, NUMERIC_MECHANISMS),
        ] {
            let names: Vec<_> = table.iter().map(|(name, _)| *name).collect();
            let expected: Vec<_> = mechanisms.iter().map(|m| m.name()).collect();
            assert_eq!(names, expected);
        }
    }
}
