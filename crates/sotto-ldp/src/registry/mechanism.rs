//! A mechanism by its name: what builds its randomizer.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::fmt;

use crate::kernel::{MechanismError, Respondent};

/// A randomizer of any mechanism, or why the parameters describe none.
pub(crate) type BuiltRandomizer = Result<Box<dyn Respondent>, MechanismError>;

/// What a mechanism perturbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// One of several categories.
    Categories,
    /// A number on a grid.
    Numbers,
}

/// A mechanism by name: builds its randomizer from published integers. These are computed from ε by
/// [`Mechanism::parameters`]; what counts and estimates is built by [`Mechanism::oracle`].
#[derive(Clone, Copy)]
pub struct Mechanism {
    pub(crate) name: &'static str,
    pub(crate) short_name: &'static str,
    pub(crate) domain: Domain,
    pub(crate) randomizer: fn(&[u64], u32) -> BuiltRandomizer,
}

impl Mechanism {
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

    /// Whether it perturbs whole sets of values, by [`Respondent::randomize_set`].
    #[must_use]
    pub fn takes_sets(self) -> bool {
        self.name == "privset"
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
    ) -> Result<Box<dyn Respondent>, MechanismError> {
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
