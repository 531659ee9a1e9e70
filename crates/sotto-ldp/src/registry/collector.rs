//! The collector's table of mechanisms: by name, what counts and estimates.
//!
//! It is apart from [`super::respondent`], the respondent's table, so that the linker leaves it out
//! of a program that never asks for an oracle. Nothing on the way from an answer to its report may
//! refer to this module.

use std::convert::identity;

use super::mechanism::Mechanism;
use crate::{
    estimation::Collector,
    kernel::MechanismError,
    numbers::{OnGrid, randomizers as numeric},
    randomizers, waves,
};

/// A mechanism's name, and what reads its published integers.
type ReadParameters = (
    &'static str,
    fn(&[u64], u32) -> Result<Box<dyn Collector>, MechanismError>,
);

macro_rules! builder {
    ($room:ident $module:ident $form:ident) => {
        ($room::$module::NAME, |parameters, size| {
            Ok(Box::new($form($room::$module::published(
                parameters, size,
            )?)))
        })
    };
}

macro_rules! category {
    ($module:ident) => {
        builder!(randomizers $module identity)
    };
}

macro_rules! number {
    ($module:ident) => {
        builder!(numeric $module OnGrid)
    };
}

macro_rules! wave {
    ($module:ident) => {
        builder!(waves $module identity)
    };
}

const FOR_CATEGORIES: &[ReadParameters] = for_categories!(category);
const FOR_NUMBERS: &[ReadParameters] = for_numbers!(number);
const FOR_WAVES: &[ReadParameters] = for_waves!(wave);
const OF_OWN_SECRETS: &[ReadParameters] = &[category!(crosswise)];

impl Mechanism {
    /// What counts and estimates with the integers that a survey publishes; its privacy loss is
    /// computed from them alone. For numbers, `domain_size` is the number of cells of the grid.
    ///
    /// # Errors
    /// When the integers or the domain size do not fit this mechanism.
    pub fn oracle(
        self,
        parameters: &[u64],
        domain_size: u32,
    ) -> Result<Box<dyn Collector>, MechanismError> {
        let others = FOR_WAVES.iter().chain(OF_OWN_SECRETS);
        let mut all = FOR_CATEGORIES.iter().chain(FOR_NUMBERS).chain(others);
        let (_, build) = all
            .find(|(name, _)| *name == self.name())
            .ok_or(MechanismError::NoCollector(self.name()))?;
        build(parameters, domain_size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MECHANISMS, NUMERIC_MECHANISMS};

    #[test]
    fn every_mechanism_has_a_collector() {
        for mechanism in MECHANISMS.iter().chain(NUMERIC_MECHANISMS) {
            let found = mechanism.oracle(&[], 2).err();
            assert_ne!(found, Some(MechanismError::NoCollector(mechanism.name())));
        }
    }
}
