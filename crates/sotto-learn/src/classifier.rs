//! Naive Bayes: the class under which an example is likeliest, if its features tell nothing of each
//! other once the class is known.

use sotto_ldp::{EstimateError, float};

use super::{error::LearningError, examples::Examples, schema::Schema};

/// A trained classifier, however it was trained.
#[derive(Clone, Debug, PartialEq)]
pub struct NaiveBayes {
    schema: Schema,
    /// ln of each class's share.
    classes: Vec<f64>,
    /// For each feature ln Pr\[v | c\] at v·classes + c.
    conditionals: Vec<Vec<f64>>,
}

impl NaiveBayes {
    /// From the shares of the classes, and for each feature weights of its joint values with the
    /// class, v·classes + c, which need not add up to anything: only their proportions within a class
    /// count. All are positive.
    ///
    /// # Errors
    /// When a share or weight is not positive and finite, or there are more or fewer than the schema
    /// has.
    pub fn new(schema: Schema, classes: &[f64], joint: &[Vec<f64>]) -> Result<Self, LearningError> {
        let count = schema.classes() as usize;
        let fits = classes.len() == count && joint.len() == schema.features().len();
        let all_fit = joint
            .iter()
            .zip(schema.features())
            .all(|(weights, &values)| weights.len() == values as usize * count);
        if !fits || !all_fit {
            return Err(LearningError::Length {
                expected: schema.features().len(),
                found: joint.len(),
            });
        }
        let refused = |weight: &&f64| !(**weight > 0.0 && weight.is_finite());
        if let Some(&weight) = classes.iter().chain(joint.iter().flatten()).find(refused) {
            return Err(EstimateError::Share(weight).into());
        }
        let all: f64 = classes.iter().sum();
        let conditional = |weights: &Vec<f64>| {
            let total = |class: usize| weights.iter().skip(class).step_by(count).sum::<f64>();
            let totals: Vec<_> = (0..count).map(total).collect();
            let of = |(index, weight): (usize, &f64)| (weight / totals[index % count]).ln();
            weights.iter().enumerate().map(of).collect()
        };
        Ok(Self {
            classes: classes.iter().map(|share| (share / all).ln()).collect(),
            conditionals: joint.iter().map(conditional).collect(),
            schema,
        })
    }

    /// Trained without privacy, by what a trusted curator would count. `added` is added to every
    /// joint count, so that what was never seen is not impossible; Laplace's rule is 1.
    ///
    /// # Errors
    /// When there are no rows.
    pub fn of_examples(
        examples: &Examples,
        rows: &[usize],
        added: f64,
    ) -> Result<Self, LearningError> {
        if rows.is_empty() {
            return Err(LearningError::NoReports);
        }
        let schema = examples.schema().clone();
        let mut joint: Vec<Vec<f64>> = schema
            .features()
            .iter()
            .map(|values| vec![added; (values * schema.classes()) as usize])
            .collect();
        for &row in rows {
            let class = examples.class(row);
            for (weights, &value) in joint.iter_mut().zip(examples.values(row)) {
                weights[schema.joint(value, class) as usize] += 1.0;
            }
        }
        let counts = examples.class_counts(rows);
        let classes: Vec<_> = counts.iter().map(|&count| float(count) + added).collect();
        Self::new(schema, &classes, &joint)
    }

    /// What an example consists of.
    #[must_use]
    pub const fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The share of each class, before anything is known of an example.
    #[must_use]
    pub fn prior(&self) -> Vec<f64> {
        self.classes.iter().map(|log| log.exp()).collect()
    }

    /// Pr\[v | c\] of each value of a feature. Empty where there is no such feature or class.
    #[must_use]
    pub fn conditional(&self, feature: usize, class: u32) -> Vec<f64> {
        let logs = self
            .conditionals
            .get(feature)
            .map_or(&[][..], Vec::as_slice);
        let count = self.schema.classes() as usize;
        let of_class = logs.iter().skip(class as usize).step_by(count);
        if class < self.schema.classes() {
            of_class.map(|log| log.exp()).collect()
        } else {
            Vec::new()
        }
    }

    /// The chance of each class, given an example's values.
    ///
    /// # Errors
    /// When they do not fit the schema.
    pub fn posterior(&self, values: &[u32]) -> Result<Vec<f64>, LearningError> {
        self.schema.check(values, 0)?;
        let mut scores = vec![0.0; self.classes.len()];
        self.score(values, &mut scores);
        let greatest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = scores.iter().map(|score| (score - greatest).exp());
        let weights: Vec<_> = weights.collect();
        let total: f64 = weights.iter().sum();
        Ok(weights.iter().map(|weight| weight / total).collect())
    }

    /// The likeliest class; of several, the first.
    ///
    /// # Errors
    /// When the values do not fit the schema.
    pub fn predict(&self, values: &[u32]) -> Result<u32, LearningError> {
        self.schema.check(values, 0)?;
        let mut scores = vec![0.0; self.classes.len()];
        Ok(self.likeliest(values, &mut scores))
    }

    /// How often its prediction is right among people of whom it holds: whose features tell nothing of each
    /// other once the class is known. `None` where the features have more than `most` combinations.
    #[must_use]
    pub fn expected_accuracy(&self, most: u64) -> Option<f64> {
        let sizes = self.schema.features();
        let combinations = sizes
            .iter()
            .try_fold(1_u64, |product, &size| product.checked_mul(size.into()));
        let combinations = combinations.filter(|combinations| *combinations <= most)?;
        let mut values = vec![0_u32; sizes.len()];
        let mut scores = vec![0.0; self.classes.len()];
        let mut right = 0.0;
        for _ in 0..combinations {
            self.score(&values, &mut scores);
            right += scores
                .iter()
                .copied()
                .fold(f64::NEG_INFINITY, f64::max)
                .exp();
            // Counts up, the first feature first.
            for (value, &size) in values.iter_mut().zip(sizes) {
                *value += 1;
                if *value < size {
                    break;
                }
                *value = 0;
            }
        }
        Some(right)
    }

    fn score(&self, values: &[u32], scores: &mut [f64]) {
        scores.copy_from_slice(&self.classes);
        for (logs, &value) in self.conditionals.iter().zip(values) {
            let first = value as usize * scores.len();
            for (score, log) in scores.iter_mut().zip(&logs[first..]) {
                *score += log;
            }
        }
    }

    fn likeliest(&self, values: &[u32], scores: &mut [f64]) -> u32 {
        self.score(values, scores);
        let mut best = 0;
        for (class, score) in scores.iter().enumerate() {
            if *score > scores[best] {
                best = class;
            }
        }
        u32::try_from(best).unwrap_or(0)
    }

    /// How many of those rows it gives the class that they have.
    ///
    /// # Errors
    /// When the examples are of another schema.
    pub fn count_right(&self, examples: &Examples, rows: &[usize]) -> Result<usize, LearningError> {
        if examples.schema() != &self.schema {
            return Err(LearningError::Length {
                expected: self.schema.features().len(),
                found: examples.schema().features().len(),
            });
        }
        let mut scores = vec![0.0; self.classes.len()];
        let right = rows.iter().filter(|&&row| {
            self.likeliest(examples.values(row), &mut scores) == examples.class(row)
        });
        Ok(right.count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two classes, one feature of three values; by hand.
    #[test]
    fn an_example_by_hand() {
        let schema = Schema::new(2, vec![3]).unwrap();
        let mut examples = Examples::empty(schema);
        for (value, class) in [(0, 0), (0, 0), (1, 0), (1, 1), (2, 1)] {
            examples.push(&[value], class).unwrap();
        }
        let rows: Vec<_> = (0..5).collect();
        let found = NaiveBayes::of_examples(&examples, &rows, 1.0).unwrap();
        let close = |found: &[f64], expected: &[f64]| {
            assert_eq!(found.len(), expected.len());
            for (a, b) in found.iter().zip(expected) {
                assert!((a - b).abs() < 1e-12, "{found:?} {expected:?}");
            }
        };
        close(&found.prior(), &[4.0 / 7.0, 3.0 / 7.0]);
        close(&found.conditional(0, 0), &[0.5, 2.0 / 6.0, 1.0 / 6.0]);
        close(&found.conditional(0, 1), &[0.2, 0.4, 0.4]);
        assert!(found.conditional(1, 0).is_empty() && found.conditional(0, 2).is_empty());
        // 4/7·1/2 against 3/7·1/5.
        close(&found.posterior(&[0]).unwrap(), &[10.0 / 13.0, 3.0 / 13.0]);
        assert_eq!(found.predict(&[0]), Ok(0));
        assert_eq!(found.predict(&[2]), Ok(1));
        assert!(found.predict(&[3]).is_err() && found.posterior(&[0, 0]).is_err());
        // By hand: 4/7·1/2, 4/7·1/3 and 3/7·2/5 are the greater of each value.
        let accuracy = found.expected_accuracy(3).unwrap();
        assert!((accuracy - (2.0 / 7.0 + 4.0 / 21.0 + 6.0 / 35.0)).abs() < 1e-12);
        assert_eq!(found.expected_accuracy(2), None);
        // The row (1, 1) is taken for class 0: 4/7·1/3 is more than 3/7·2/5.
        assert_eq!(found.count_right(&examples, &rows), Ok(4));
    }

    #[test]
    fn weights_that_are_none_are_refused() {
        let schema = || Schema::new(2, vec![1]).unwrap();
        let new =
            |classes: &[f64], joint: &[f64]| NaiveBayes::new(schema(), classes, &[joint.to_vec()]);
        assert!(new(&[0.5, 0.5], &[1.0, 1.0]).is_ok());
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(new(&[0.5, bad], &[1.0, 1.0]).is_err());
            assert!(new(&[0.5, 0.5], &[bad, 1.0]).is_err());
        }
        assert!(new(&[1.0], &[1.0, 1.0]).is_err());
        assert!(new(&[0.5, 0.5], &[1.0]).is_err());
        let examples = Examples::empty(schema());
        assert_eq!(
            NaiveBayes::of_examples(&examples, &[], 1.0),
            Err(LearningError::NoReports)
        );
    }
}
