//! The respondent's table of mechanisms: the plain names that survey files and the command line
//! use, and what perturbs.
//!
//! Adding a mechanism takes its file in `randomizers/` or `numbers/randomizers/`, one line in
//! [`MECHANISMS`] or [`NUMERIC_MECHANISMS`], one in the designer's table in `parameters.rs` or
//! `numbers/mechanism.rs`, and one in the collector's in `oracles.rs` or `numbers/mechanism.rs`.
//! Nothing here may refer to the designer's or the collector's tables.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::fmt;

use crate::{
    dyn_randomizer::DynRandomizer,
    error::MechanismError,
    numbers::{NUMERIC_MECHANISMS, NumberError, recommended},
    randomizers::{
        bloom_filter_encoding, count_mean_sketch, direct_encoding, forced_response,
        hadamard_count_mean_sketch, hadamard_response, optimized_local_hashing,
        optimized_unary_encoding, projective_geometry_response, randomized_response,
        subset_selection, summation_histogram_encoding, symmetric_unary_encoding,
        thresholding_histogram_encoding, two_coins, unary_encoding,
    },
    waves::LONGITUDINAL_MECHANISMS,
};

/// Every mechanism for categories.
pub const MECHANISMS: &[Mechanism] = &[
    randomized_response::MECHANISM,
    two_coins::MECHANISM,
    forced_response::MECHANISM,
    direct_encoding::MECHANISM,
    unary_encoding::MECHANISM,
    symmetric_unary_encoding::MECHANISM,
    optimized_unary_encoding::MECHANISM,
    summation_histogram_encoding::MECHANISM,
    thresholding_histogram_encoding::MECHANISM,
    optimized_local_hashing::MECHANISM,
    hadamard_response::MECHANISM,
    subset_selection::MECHANISM,
    projective_geometry_response::MECHANISM,
    count_mean_sketch::MECHANISM,
    hadamard_count_mean_sketch::MECHANISM,
    bloom_filter_encoding::MECHANISM,
];

/// A randomizer of any mechanism, or why the parameters describe none.
pub(crate) type BuiltRandomizer = Result<Box<dyn DynRandomizer>, MechanismError>;

/// What a mechanism perturbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// One of several categories.
    Categories,
    /// A number on a grid.
    Numbers,
}

/// A mechanism by name: builds its randomizer from published integers. These are computed from ε by
/// [`Mechanism::parameters`]; what counts and estimates is built by [`Mechanism::oracle`] and
/// [`Mechanism::numeric_oracle`].
#[derive(Clone, Copy)]
pub struct Mechanism {
    pub(crate) name: &'static str,
    pub(crate) short_name: &'static str,
    pub(crate) domain: Domain,
    pub(crate) randomizer: fn(&[u64], u32) -> BuiltRandomizer,
}

impl Mechanism {
    /// The mechanism for categories of that full or short name.
    ///
    /// # Errors
    /// When there is none; the error lists those there are.
    pub fn named(name: &str) -> Result<Self, MechanismError> {
        find(MECHANISMS, name)
            .ok_or_else(|| MechanismError::Unknown(name.chars().take(64).collect()))
    }

    /// The mechanism in two layers of that full or short name, for surveys in waves.
    ///
    /// # Errors
    /// When there is none; the error lists those there are.
    pub fn for_waves(name: &str) -> Result<Self, MechanismError> {
        find(LONGITUDINAL_MECHANISMS, name)
            .ok_or_else(|| MechanismError::NotForWaves(name.chars().take(64).collect()))
    }

    /// The mechanism for numbers of that full or short name.
    ///
    /// # Errors
    /// When there is none; the error lists those there are.
    pub fn for_numbers(name: &str) -> Result<Self, NumberError> {
        find(NUMERIC_MECHANISMS, name)
            .ok_or_else(|| NumberError::UnknownMechanism(name.chars().take(64).collect()))
    }

    /// `auto` for numbers: hybrid, whose worst variance is the least, where the mean is wanted;
    /// square wave where the distribution is.
    #[must_use]
    pub const fn recommended_for_numbers(distribution_wanted: bool) -> Self {
        recommended(distribution_wanted)
    }

    /// The full name, as in survey files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The short name, as at the command line.
    #[must_use]
    pub const fn short_name(self) -> &'static str {
        self.short_name
    }

    /// What it perturbs.
    #[must_use]
    pub const fn domain(self) -> Domain {
        self.domain
    }

    /// The randomizer that published integers describe; its privacy loss is computed from them
    /// alone.
    ///
    /// # Errors
    /// When the integers or the domain size are none of this mechanism's.
    pub fn randomizer(
        self,
        parameters: &[u64],
        domain_size: u32,
    ) -> Result<Box<dyn DynRandomizer>, MechanismError> {
        (self.randomizer)(parameters, domain_size)
    }
}

impl PartialEq for Mechanism {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Mechanism {}

impl fmt::Debug for Mechanism {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Mechanism").field(&self.name).finish()
    }
}

fn find(table: &[Mechanism], name: &str) -> Option<Mechanism> {
    let is_named = |mechanism: &&Mechanism| name == mechanism.name || name == mechanism.short_name;
    table.iter().find(is_named).copied()
}

/// The names of a table's mechanisms, for messages.
pub(crate) fn known_names(table: &[Mechanism]) -> String {
    let names: Vec<_> = table.iter().map(|mechanism| mechanism.name).collect();
    names.join(", ")
}

/// Refuses a domain size beyond a mechanism's reach.
pub(crate) fn check_domain_size(
    mechanism: &'static str,
    (minimum, maximum): (u32, u32),
    found: u32,
) -> Result<(), MechanismError> {
    if (minimum..=maximum).contains(&found) {
        Ok(())
    } else {
        Err(MechanismError::DomainSize {
            mechanism,
            minimum,
            maximum,
            found,
        })
    }
}
