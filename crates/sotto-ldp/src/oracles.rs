//! The collector's table of mechanisms: by name, what counts and estimates.
//!
//! It is apart from [`crate::MECHANISMS`], the respondent's table, so that the linker leaves it out
//! of a program that never asks for an oracle. Nothing on the way from an answer to its report may
//! refer to this module.

use crate::{
    dyn_frequency_oracle::DynFrequencyOracle,
    error::MechanismError,
    mechanism::Mechanism,
    numbers::{self, DynNumericRandomizer},
    randomizers::{
        bloom_filter_encoding, count_mean_sketch, direct_encoding, forced_response,
        hadamard_count_mean_sketch, hadamard_response, optimized_local_hashing,
        optimized_unary_encoding, projective_geometry_response, randomized_response,
        subset_selection, summation_histogram_encoding, symmetric_unary_encoding,
        thresholding_histogram_encoding, two_coins, unary_encoding,
    },
    waves::LONGITUDINAL_ORACLES,
};

/// Every frequency oracle.
const FREQUENCY_ORACLES: &[FrequencyOracleEntry] = &[
    randomized_response::ORACLE,
    two_coins::ORACLE,
    forced_response::ORACLE,
    direct_encoding::ORACLE,
    unary_encoding::ORACLE,
    symmetric_unary_encoding::ORACLE,
    optimized_unary_encoding::ORACLE,
    summation_histogram_encoding::ORACLE,
    thresholding_histogram_encoding::ORACLE,
    optimized_local_hashing::ORACLE,
    hadamard_response::ORACLE,
    subset_selection::ORACLE,
    projective_geometry_response::ORACLE,
    count_mean_sketch::ORACLE,
    hadamard_count_mean_sketch::ORACLE,
    bloom_filter_encoding::ORACLE,
];

/// A mechanism's line in a table: its name, and what reads its published integers.
pub(crate) struct Entry<T: ?Sized> {
    pub(crate) name: &'static str,
    pub(crate) build: fn(&[u64], u32) -> Result<Box<T>, MechanismError>,
}

pub(crate) type FrequencyOracleEntry = Entry<dyn DynFrequencyOracle>;
pub(crate) type NumericOracleEntry = Entry<dyn DynNumericRandomizer>;

impl Mechanism {
    /// The oracle that published integers describe; its privacy loss is computed from them alone.
    ///
    /// # Errors
    /// When the mechanism is one for numbers, or the integers or the domain size are none of this
    /// mechanism's.
    pub fn oracle(
        self,
        parameters: &[u64],
        domain_size: u32,
    ) -> Result<Box<dyn DynFrequencyOracle>, MechanismError> {
        let entry =
            named(FREQUENCY_ORACLES, self).or_else(|_| named(LONGITUDINAL_ORACLES, self))?;
        (entry.build)(parameters, domain_size)
    }

    /// The same for a mechanism for numbers, over a grid of that many cells.
    ///
    /// # Errors
    /// When the mechanism is one for categories, or the integers or the grid are none of this
    /// mechanism's.
    pub fn numeric_oracle(
        self,
        parameters: &[u64],
        cells: u32,
    ) -> Result<Box<dyn DynNumericRandomizer>, MechanismError> {
        let entry = named(numbers::ORACLES, self)?;
        (entry.build)(parameters, cells)
    }
}

fn named<T: ?Sized>(
    table: &'static [Entry<T>],
    mechanism: Mechanism,
) -> Result<&'static Entry<T>, MechanismError> {
    table
        .iter()
        .find(|entry| entry.name == mechanism.name())
        .ok_or(MechanismError::OtherDomain(mechanism.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MECHANISMS, numbers::NUMERIC_MECHANISMS, waves::LONGITUDINAL_MECHANISMS};

    #[test]
    fn both_halves_of_every_mechanism_are_in_their_tables() {
        let names = |table: &[Mechanism]| -> Vec<_> { table.iter().map(|m| m.name()).collect() };
        let oracles: Vec<_> = FREQUENCY_ORACLES.iter().map(|entry| entry.name).collect();
        assert_eq!(names(MECHANISMS), oracles);
        let oracles: Vec<_> = LONGITUDINAL_ORACLES
            .iter()
            .map(|entry| entry.name)
            .collect();
        assert_eq!(names(LONGITUDINAL_MECHANISMS), oracles);
        let oracles: Vec<_> = numbers::ORACLES.iter().map(|entry| entry.name).collect();
        assert_eq!(names(NUMERIC_MECHANISMS), oracles);
    }

    #[test]
    fn a_mechanism_of_the_other_domain_has_no_oracle() {
        let hybrid = Mechanism::for_numbers("hybrid").unwrap();
        let oracle = hybrid.oracle(&[3, 1], 2).err();
        assert_eq!(oracle, Some(MechanismError::OtherDomain("hybrid")));
        let two_coins = Mechanism::named("two-coins").unwrap();
        let oracle = two_coins.numeric_oracle(&[3, 1], 2).err();
        assert_eq!(oracle, Some(MechanismError::OtherDomain("two-coins")));
    }
}
