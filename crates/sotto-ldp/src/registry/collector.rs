//! The collector's table of mechanisms: by name, what counts and estimates.
//!
//! It is apart from [`super::respondent`], the respondent's table, so that the linker leaves it out
//! of a program that never asks for an oracle. Nothing on the way from an answer to its report may
//! refer to this module.

use super::mechanism::Mechanism;
use crate::{
    estimation::DynFrequencyOracle,
    kernel::MechanismError,
    numbers::{DynNumericRandomizer, randomizers as numeric},
    randomizers, waves,
};

/// Reads a mechanism's published integers.
type Build<T> = fn(&[u64], u32) -> Result<Box<T>, MechanismError>;

/// A mechanism's row: its name, and what reads its published integers.
type Row<T> = (&'static str, Build<T>);

macro_rules! row {
    ($room:ident $module:ident) => {
        ($room::$module::NAME, |parameters, size| {
            Ok(Box::new($room::$module::published(parameters, size)?))
        })
    };
}

macro_rules! category {
    ($module:ident) => {
        row!(randomizers $module)
    };
}

macro_rules! number {
    ($module:ident) => {
        row!(numeric $module)
    };
}

macro_rules! wave {
    ($module:ident) => {
        row!(waves $module)
    };
}

const FOR_CATEGORIES: &[Row<dyn DynFrequencyOracle>] = for_categories!(category);
const FOR_NUMBERS: &[Row<dyn DynNumericRandomizer>] = for_numbers!(number);
const FOR_WAVES: &[Row<dyn DynFrequencyOracle>] = for_waves!(wave);

impl Mechanism {
    /// The oracle that published integers describe; its privacy loss is computed from them alone.
    ///
    /// # Errors
    /// When the mechanism is one for numbers, or the integers or the domain size do not fit this
    /// mechanism.
    pub fn oracle(
        self,
        parameters: &[u64],
        domain_size: u32,
    ) -> Result<Box<dyn DynFrequencyOracle>, MechanismError> {
        let build = named(FOR_CATEGORIES, self).or_else(|_| named(FOR_WAVES, self))?;
        build(parameters, domain_size)
    }

    /// The same for a mechanism for numbers, over a grid of that many cells.
    ///
    /// # Errors
    /// When the mechanism is one for categories, or the integers or the grid do not fit this
    /// mechanism.
    pub fn numeric_oracle(
        self,
        parameters: &[u64],
        cells: u32,
    ) -> Result<Box<dyn DynNumericRandomizer>, MechanismError> {
        let build = named(FOR_NUMBERS, self)?;
        build(parameters, cells)
    }
}

fn named<T: ?Sized>(
    table: &'static [Row<T>],
    mechanism: Mechanism,
) -> Result<Build<T>, MechanismError> {
    table
        .iter()
        .find(|(name, _)| *name == mechanism.name())
        .map(|(_, build)| *build)
        .ok_or(MechanismError::OtherDomain(mechanism.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
