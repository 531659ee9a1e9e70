//! Examples whose class is known: true rows, as they are never seen by a collector. They train the
//! classifier that privacy is compared with, and they test every other.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::num::NonZeroU64;

use rand::CryptoRng;
use sotto_ldp::uniform_below;

use super::{error::LearningError, schema::Schema};

/// Rows of one schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examples {
    schema: Schema,
    classes: Vec<u32>,
    /// Row by row.
    values: Vec<u32>,
}

impl Examples {
    /// No rows yet.
    #[must_use]
    pub const fn empty(schema: Schema) -> Self {
        Self {
            schema,
            classes: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// When it does not fit the schema; nothing is added then.
    pub fn push(&mut self, values: &[u32], class: u32) -> Result<(), LearningError> {
        self.schema.check(values, class)?;
        self.values.extend_from_slice(values);
        self.classes.push(class);
        Ok(())
    }

    /// What the rows consist of.
    #[must_use]
    pub const fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// The values of a row's features. Panics beyond the last row.
    #[must_use]
    pub fn values(&self, row: usize) -> &[u32] {
        let length = self.schema.features().len();
        &self.values[row * length..(row + 1) * length]
    }

    /// The class of a row. Panics beyond the last row.
    #[must_use]
    pub fn class(&self, row: usize) -> u32 {
        self.classes[row]
    }

    /// How many of the rows have each class.
    #[must_use]
    pub fn class_counts(&self, rows: &[usize]) -> Vec<u64> {
        let mut counts = vec![0; self.schema.classes() as usize];
        for &row in rows {
            counts[self.class(row) as usize] += 1;
        }
        counts
    }
}

/// Divides that many rows at random into folds whose sizes differ by one at most: the rows of each.
///
/// # Errors
/// When there are fewer than two folds, or more than rows.
pub fn folds<R: CryptoRng + ?Sized>(
    rows: usize,
    folds: usize,
    rng: &mut R,
) -> Result<Vec<Vec<usize>>, LearningError> {
    if folds < 2 || rows < folds {
        return Err(LearningError::Folds { rows, folds });
    }
    let mut order: Vec<usize> = (0..rows).collect();
    // Fisher and Yates.
    for last in (1..rows).rev() {
        let bound = NonZeroU64::MIN.saturating_add(last as u64);
        let other = usize::try_from(uniform_below(bound, rng)).unwrap_or(last);
        order.swap(last, other);
    }
    let fold = |fold: usize| order.iter().copied().skip(fold).step_by(folds).collect();
    Ok((0..folds).map(fold).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    #[test]
    fn every_row_is_in_one_fold() {
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let parts = folds(23, 10, &mut rng).unwrap();
        assert!(parts.iter().all(|part| (2..=3).contains(&part.len())));
        let mut all: Vec<_> = parts.concat();
        all.sort_unstable();
        assert_eq!(all, (0..23).collect::<Vec<_>>());
        assert!(folds(9, 10, &mut rng).is_err());
        assert!(folds(9, 1, &mut rng).is_err());
    }

    #[test]
    fn rows_are_kept_as_they_are() {
        let mut examples = Examples::empty(Schema::new(2, vec![3, 2]).unwrap());
        examples.push(&[2, 1], 1).unwrap();
        assert!(examples.push(&[2, 2], 1).is_err());
        examples.push(&[0, 0], 0).unwrap();
        assert_eq!((examples.len(), examples.is_empty()), (2, false));
        assert_eq!((examples.values(0), examples.class(0)), (&[2, 1][..], 1));
        assert_eq!(examples.class_counts(&[0, 1, 1]), [2, 1]);
    }
}
