//! The registry: mechanisms by the plain names that survey files and the command line use.
//!
//! Each party has a table of its own, none of which refers to another, so that the linker leaves
//! out of a program what its party does not need: [`respondent`] perturbs, [`designer`] computes
//! published integers from ε, and [`collector`] counts and estimates. All are made from one
//! [`list`]: adding a mechanism takes its file in `randomizers/` or `numbers/randomizers/` and its
//! name in that list.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

#[macro_use]
mod list;
mod collector;
mod designer;
mod respondent;

use std::fmt;

pub use respondent::{LONGITUDINAL_MECHANISMS, MECHANISMS, NUMERIC_MECHANISMS};

use crate::{dyn_randomizer::DynRandomizer, error::MechanismError, numbers::NumberError};

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
        find(MECHANISMS, name).ok_or_else(|| MechanismError::Unknown {
            name: shortened(name),
            known: known_names(MECHANISMS),
        })
    }

    /// The mechanism in two layers of that full or short name, for surveys in waves.
    ///
    /// # Errors
    /// When there is none; the error lists those there are.
    pub fn for_waves(name: &str) -> Result<Self, MechanismError> {
        find(LONGITUDINAL_MECHANISMS, name).ok_or_else(|| not_for_waves(name))
    }

    /// The mechanism for numbers of that full or short name.
    ///
    /// # Errors
    /// When there is none; the error lists those there are.
    pub fn for_numbers(name: &str) -> Result<Self, NumberError> {
        find(NUMERIC_MECHANISMS, name).ok_or_else(|| NumberError::UnknownMechanism {
            name: shortened(name),
            known: known_names(NUMERIC_MECHANISMS),
        })
    }

    /// `auto` for numbers: hybrid, whose worst variance is the least, where the mean is wanted;
    /// square wave where the distribution is.
    #[must_use]
    pub const fn recommended_for_numbers(distribution_wanted: bool) -> Self {
        respondent::recommended(distribution_wanted)
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
    /// When the integers or the domain size do not fit this mechanism.
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

pub(crate) fn not_for_waves(name: &str) -> MechanismError {
    MechanismError::NotForWaves {
        name: shortened(name),
        known: known_names(LONGITUDINAL_MECHANISMS),
    }
}

/// A name that may be anything, for messages.
fn shortened(name: &str) -> String {
    name.chars().take(64).collect()
}

/// The names of a table's mechanisms, for messages.
fn known_names(table: &[Mechanism]) -> String {
    let names: Vec<_> = table.iter().map(|mechanism| mechanism.name).collect();
    names.join(", ")
}
