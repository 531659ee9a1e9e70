//! The designer's table of mechanisms: by name, what computes the published integers from ε.
//!
//! It is apart from [`super::respondent`], the respondent's table, so that the linker leaves it out
//! of a program that is given the integers. Nothing on the way from an answer to its report may
//! refer to this module.

use super::mechanism::Mechanism;
use crate::{
    kernel::{Epsilon, MechanismError},
    numbers::randomizers as numeric,
    randomizers,
};

/// A mechanism of the table: its name, and its integers at an ε and a domain size.
type ListedMechanism = (
    &'static str,
    fn(&Epsilon, u32) -> Result<Vec<u64>, MechanismError>,
);

macro_rules! category {
    ($module:ident) => {
        (randomizers::$module::NAME, randomizers::$module::parameters)
    };
}

macro_rules! number {
    ($module:ident) => {
        (numeric::$module::NAME, numeric::$module::parameters)
    };
}

macro_rules! declined_number {
    ($module:ident) => {
        (
            numeric::$module::NAME,
            numeric::$module::parameters_or_declined,
        )
    };
}

const FOR_CATEGORIES: &[ListedMechanism] = for_categories!(category);
const FOR_NUMBERS: &[ListedMechanism] = for_numbers!(number);
const FOR_DECLINED_NUMBERS: &[ListedMechanism] = for_declined_numbers!(declined_number);

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
        let mut rows = FOR_CATEGORIES.iter().chain(FOR_NUMBERS);
        match rows.find(|(name, _)| *name == self.name()) {
            Some((_, parameters)) => parameters(epsilon, domain_size),
            None => Err(MechanismError::NeedsTwoEpsilons(self.name())),
        }
    }

    /// The same for numbers that can be declined, by a mechanism that [takes](Mechanism::takes_declined)
    /// that in its one report.
    ///
    /// # Errors
    /// When the mechanism does not, or does not serve that ε or number of cells.
    pub fn parameters_or_declined(
        self,
        epsilon: &Epsilon,
        cells: u32,
    ) -> Result<Vec<u64>, MechanismError> {
        let mut rows = FOR_DECLINED_NUMBERS.iter();
        match rows.find(|(name, _)| *name == self.name()) {
            Some((_, parameters)) => parameters(epsilon, cells),
            None => Err(MechanismError::NeverDeclined(self.name())),
        }
    }
}
