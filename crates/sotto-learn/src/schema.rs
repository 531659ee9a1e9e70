//! What an example consists of: a class, and a value of each feature.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use sotto_ldp::OutsideDomain;

use super::error::LearningError;

/// How many classes there are, and how many values each feature has; all are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    classes: u32,
    features: Vec<u32>,
}

impl Schema {
    /// That many classes, and features with that many values each.
    ///
    /// # Errors
    /// When there are fewer than two classes, no features, a feature without values, or one whose
    /// joint values with the class are 2³² or more.
    pub fn new(classes: u32, features: Vec<u32>) -> Result<Self, LearningError> {
        if classes < 2 {
            return Err(LearningError::Classes(classes));
        }
        if features.is_empty() {
            return Err(LearningError::NoFeatures);
        }
        for (feature, &values) in features.iter().enumerate() {
            if values == 0 {
                return Err(LearningError::NoValues { feature });
            }
            if values.checked_mul(classes).is_none() {
                return Err(LearningError::TooManyValues {
                    feature,
                    values,
                    classes,
                });
            }
        }
        Ok(Self { classes, features })
    }

    /// The number of classes, at least 2.
    #[must_use]
    pub const fn classes(&self) -> u32 {
        self.classes
    }

    /// The number of values of each feature.
    #[must_use]
    pub fn features(&self) -> &[u32] {
        &self.features
    }

    /// The joint category of a feature's value and a class, v·classes + c: the values of one class
    /// are not together, but the classes of one value are.
    pub(crate) const fn joint(&self, value: u32, class: u32) -> u32 {
        value * self.classes + class
    }

    /// Whether an example fits.
    ///
    /// # Errors
    /// When it has values of fewer or more features, or one outside its domain.
    pub fn check(&self, values: &[u32], class: u32) -> Result<(), LearningError> {
        if values.len() != self.features.len() {
            return Err(LearningError::Length {
                expected: self.features.len(),
                found: values.len(),
            });
        }
        OutsideDomain::check(class, self.classes)?;
        for (&value, &size) in values.iter().zip(&self.features) {
            OutsideDomain::check(value, size)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_learned_is_refused() {
        for (classes, features, expected) in [
            (1, vec![2], LearningError::Classes(1)),
            (2, vec![], LearningError::NoFeatures),
            (2, vec![3, 0], LearningError::NoValues { feature: 1 }),
        ] {
            assert_eq!(Schema::new(classes, features), Err(expected));
        }
        assert!(Schema::new(3, vec![u32::MAX / 2]).is_err());
        let schema = Schema::new(2, vec![3, 1]).unwrap();
        assert_eq!(schema.check(&[2, 0], 1), Ok(()));
        for (values, class) in [(&[2, 0][..], 2), (&[3, 0], 0), (&[2], 0), (&[2, 1], 0)] {
            assert!(schema.check(values, class).is_err());
        }
    }
}
