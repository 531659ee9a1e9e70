//! What the outcome may depend on.

use super::{error::RegressionError, observation::Observation};

/// The most combinations of protected predictors' values.
const MOST: usize = 256;

/// How many predictors there are, and how many values the protected ones have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    known: usize,
    protected: Vec<u32>,
    combinations: usize,
}

impl Model {
    /// That many known predictors, and protected ones with that many values.
    ///
    /// # Errors
    /// When a protected predictor has fewer than two values, or they have more than 256 combinations.
    pub fn new(known: usize, protected: Vec<u32>) -> Result<Self, RegressionError> {
        let refused = RegressionError::Combinations { most: MOST };
        let product = protected.iter().try_fold(1_usize, |product, &values| {
            product
                .checked_mul(values as usize)
                .filter(|all| *all <= MOST)
        });
        match product {
            Some(combinations) if protected.iter().all(|values| *values >= 2) => Ok(Self {
                known,
                protected,
                combinations,
            }),
            _ => Err(refused),
        }
    }

    /// The number of coefficients: the intercept, the known predictors, and the values of each
    /// protected one but its first.
    #[must_use]
    pub fn coefficients(&self) -> usize {
        let values = self.protected.iter().map(|values| *values as usize - 1);
        1 + self.known + values.sum::<usize>()
    }

    pub(super) const fn combinations(&self) -> usize {
        self.combinations
    }

    /// The values of the protected predictors in a combination.
    fn values(&self, combination: usize) -> impl Iterator<Item = usize> {
        let mut rest = combination;
        self.protected.iter().map(move |&values| {
            let value = rest % values as usize;
            rest /= values as usize;
            value
        })
    }

    /// The row of the design matrix, in place.
    pub(super) fn design(&self, known: &[f64], combination: usize, row: &mut [f64]) {
        row.fill(0.0);
        row[0] = 1.0;
        row[1..=self.known].copy_from_slice(known);
        let mut begin = self.known + 1;
        for (value, values) in self.values(combination).zip(&self.protected) {
            if value > 0 {
                row[begin + value - 1] = 1.0;
            }
            begin += *values as usize - 1;
        }
    }

    /// How likely what is seen of the protected predictors is under a combination.
    pub(super) fn likelihood(&self, observation: &Observation, combination: usize) -> f64 {
        let seen = self.values(combination).zip(&observation.protected);
        seen.map(|(value, seen)| seen.of()[value]).product()
    }

    pub(super) fn check(&self, observation: &Observation) -> Result<(), RegressionError> {
        let same = |what, expected: usize, found: usize| {
            if expected == found {
                Ok(())
            } else {
                Err(RegressionError::Length {
                    what,
                    expected,
                    found,
                })
            }
        };
        same("known predictors", self.known, observation.known.len())?;
        same("values of the outcome", 2, observation.outcome.of().len())?;
        same(
            "protected predictors",
            self.protected.len(),
            observation.protected.len(),
        )?;
        for (values, seen) in self.protected.iter().zip(&observation.protected) {
            same(
                "values of a protected predictor",
                *values as usize,
                seen.of().len(),
            )?;
        }
        match observation.known.iter().find(|number| !number.is_finite()) {
            Some(&number) => Err(RegressionError::Known(number)),
            None => Ok(()),
        }
    }
}
