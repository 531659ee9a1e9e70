//! From counted reports to a classifier.

use std::{
    f64::consts::{PI, SQRT_2},
    fmt,
    str::FromStr,
};

use sotto_ldp::{Collector, Counts, Intervals, float, intervals::Population};
use statrs::function::erf::erfc;

use super::{
    classifier::NaiveBayes,
    error::LearningError,
    reporting::{Reporting, Tallies},
    schema::Schema,
};

/// How estimates, which noise takes below zero, become the positive weights of a classifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recipe {
    /// The class is reported by itself by some respondents, and estimated counts that are not
    /// positive become one (Yilmaz, Al-Rubaie and Chang 2020).
    Literature,
    /// Nobody reports the class alone: every report is of a class and a feature's value, so the
    /// classes' shares are estimated from all reports together, each table weighted by its precision.
    /// A joint share becomes its expectation given that it is not negative:
    /// see `expected_share`.
    #[default]
    Pooled,
}

impl Recipe {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Literature, Self::Pooled];

    /// The name, as at the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Literature => "literature",
            Self::Pooled => "pooled",
        }
    }

    /// Whether the class is one more input to be reported.
    #[must_use]
    pub const fn needs_class_report(self) -> bool {
        matches!(self, Self::Literature)
    }

    /// Trains a classifier.
    ///
    /// An input that nobody has reported tells nothing: all of its values are as likely under every
    /// class.
    ///
    /// # Errors
    /// When there are no reports at all, the mechanism estimates nothing, or the recipe needs the class
    /// reported by itself.
    pub fn train(
        self,
        reporting: &Reporting,
        tallies: &Tallies,
    ) -> Result<NaiveBayes, LearningError> {
        if tallies.reports() == 0 {
            return Err(LearningError::NoReports);
        }
        let inputs = reporting.oracles().zip(tallies.inputs());
        let tables: Vec<_> = inputs
            .map(|(oracle, counts)| EstimatedTable::of_counts(oracle, counts))
            .collect::<Result<_, LearningError>>()?;
        let schema = reporting.schema();
        let (joint, alone) = tables.split_at(schema.features().len());
        self.train_on(schema, joint, alone.first())
    }

    /// The same from tables that were estimated before: of each feature with the class, and of the class
    /// by itself where the recipe needs that.
    ///
    /// # Errors
    /// When the tables are not those of the schema, or the one of the class is missing.
    pub fn train_on(
        self,
        schema: &Schema,
        joint: &[EstimatedTable],
        alone: Option<&EstimatedTable>,
    ) -> Result<NaiveBayes, LearningError> {
        let classes = match self {
            Self::Literature => alone.ok_or(LearningError::NoClassReport)?.positive_counts(),
            Self::Pooled => pooled_classes(joint, schema.classes() as usize),
        };
        let weights = |table: &EstimatedTable| match self {
            Self::Literature => table.positive_counts(),
            Self::Pooled => table.expected_shares(),
        };
        let weights: Vec<_> = joint.iter().map(weights).collect();
        NaiveBayes::new(schema.clone(), &classes, &weights)
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Recipe {
    type Err = UnknownRecipe;

    fn from_str(name: &str) -> Result<Self, UnknownRecipe> {
        let mut all = Self::ALL.into_iter();
        all.find(|recipe| recipe.name() == name)
            .ok_or_else(|| UnknownRecipe(name.chars().take(40).collect()))
    }
}

/// No recipe has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no recipe {0:?}: use literature or pooled")]
pub struct UnknownRecipe(String);

/// The estimates of one input: of a feature with the class at v·classes + c, or of the class.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimatedTable {
    shares: Vec<f64>,
    /// Of the noise and of who was asked.
    errors: Vec<f64>,
    reports: f64,
}

impl EstimatedTable {
    /// Shares with their standard errors, from that many reports. A share without a finite error tells
    /// nothing.
    #[must_use]
    pub fn new(shares: &[(f64, f64)], reports: u64) -> Self {
        Self {
            shares: shares.iter().map(|(share, _)| *share).collect(),
            errors: shares.iter().map(|(_, error)| *error).collect(),
            reports: float(reports),
        }
    }

    fn of_counts(oracle: &dyn Collector, counts: &Counts) -> Result<Self, LearningError> {
        let reports = counts.reports();
        if reports == 0 {
            return Ok(Self {
                shares: vec![0.0; oracle.domain_size() as usize],
                errors: vec![f64::INFINITY; oracle.domain_size() as usize],
                reports: 0.0,
            });
        }
        let precision = oracle.precision()?;
        let found = oracle.estimate(counts, Intervals::default())?;
        let shares: Vec<_> = found.iter().map(|estimate| estimate.share).collect();
        let error = |share: &f64| {
            let share = share.clamp(0.0, 1.0);
            let variance = precision.variance(share, reports, Population::Sampled)?;
            Ok(variance.sqrt())
        };
        Ok(Self {
            errors: shares
                .iter()
                .map(error)
                .collect::<Result<_, LearningError>>()?,
            shares,
            reports: float(reports),
        })
    }

    /// Estimated counts; what is not positive becomes one, as does all of an empty table.
    fn positive_counts(&self) -> Vec<f64> {
        let counts = self.shares.iter().map(|share| share * self.reports);
        counts.map(|n| if n > 0.0 { n } else { 1.0 }).collect()
    }

    fn expected_shares(&self) -> Vec<f64> {
        let estimates = self.shares.iter().zip(&self.errors);
        estimates
            .map(|(&share, &error)| expected_share(share, error))
            .collect()
    }
}

/// The classes' shares, from all tables.
fn pooled_classes(tables: &[EstimatedTable], classes: usize) -> Vec<f64> {
    let (mut sums, mut precision) = (vec![0.0; classes], 0.0);
    for table in tables {
        let variance: f64 = table.errors.iter().map(|error| error * error).sum();
        if variance.is_finite() && variance > 0.0 {
            precision += 1.0 / variance;
            for (index, share) in table.shares.iter().enumerate() {
                sums[index % classes] += share / variance;
            }
        }
    }
    let values = u32::try_from(classes).map_or(1.0, f64::from);
    let error = (1.0 / (precision * values)).sqrt();
    let share = |sum: &f64| expected_share(sum / precision, error);
    sums.iter().map(share).collect()
}

/// A share is never negative, though its unbiased estimate can be: the mean of a normal distribution
/// around the estimate, cut off below zero. That is the share's expectation if all shares are as likely
/// beforehand.
///
/// It is never zero, nearly the estimate where that lies far above its error, and of the size of the
/// error where it does not, so that the noise of a rare value cannot outvote what is known of others.
/// An infinite error gives 1.
fn expected_share(estimate: f64, error: f64) -> f64 {
    /// The least weight there is: finite in every quotient.
    const LEAST: f64 = 1e-12;
    if !error.is_finite() {
        return 1.0;
    }
    if error <= 0.0 {
        return estimate.max(LEAST);
    }
    let z = estimate / error;
    let mean = if z < -8.0 {
        // An asymptotic series: density and tail are both too small to be divided.
        let squared = z * z;
        -error / z * (1.0 - 2.0 / squared + 10.0 / (squared * squared))
    } else {
        let density = (-0.5 * z * z).exp() / (2.0 * PI).sqrt();
        let above = 0.5 * erfc(-z / SQRT_2);
        estimate + error * density / above
    };
    mean.max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Examples, LinkedReport, Schema};
    use proptest::prelude::*;
    use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
    use sotto_ldp::{Epsilon, MECHANISMS, Mechanism};

    #[test]
    fn names_are_read_back() {
        for recipe in Recipe::ALL {
            assert_eq!(recipe.to_string().parse(), Ok(recipe));
        }
        assert!("better".parse::<Recipe>().is_err());
    }

    /// By numerical integration, to six decimals.
    #[test]
    fn shares_are_the_mean_above_zero() {
        for (estimate, error, expected) in [
            (0.0, 1.0, 0.797_885),
            (0.5, 0.5, 0.643_800),
            (-0.5, 0.5, 0.262_568),
            (0.3, 0.01, 0.3),
        ] {
            let found = expected_share(estimate, error);
            assert!((found - expected).abs() < 1e-6, "{estimate} {found}");
        }
        // Where the two forms meet.
        let (left, right) = (expected_share(-8.001, 1.0), expected_share(-7.999, 1.0));
        assert!((left - right).abs() < 1e-3 * right, "{left} {right}");
        assert!((expected_share(0.2, f64::INFINITY) - 1.0).abs() < 1e-12);
        assert!((expected_share(0.2, 0.0) - 0.2).abs() < 1e-12);
    }

    fn reported(
        mechanism: Option<Mechanism>,
        recipe: Recipe,
        epsilon: &str,
    ) -> (Reporting, Tallies, Examples) {
        let schema = Schema::new(2, vec![3, 2]).unwrap();
        let epsilon: Epsilon = epsilon.parse().unwrap();
        let class_too = recipe.needs_class_report();
        let reporting = Reporting::new(schema.clone(), mechanism, &epsilon, class_too).unwrap();
        let (mut tallies, mut examples) = (reporting.empty_tallies(), Examples::empty(schema));
        let mut rng = ChaCha20Rng::seed_from_u64(5);
        for row in 0..40_000_u32 {
            // 40 % have class 1; feature 0 follows the class in 4 of 5, feature 1 tells nothing.
            let class = u32::from(row % 5 < 2);
            let follows = rng.next_u32() % 5 != 0;
            let values = [if follows { class } else { 2 }, rng.next_u32() % 2];
            examples.push(&values, class).unwrap();
            let report = reporting.randomize(&values, class, &mut rng).unwrap();
            reporting.accumulate(&report, &mut tallies).unwrap();
        }
        (reporting, tallies, examples)
    }

    /// Every oracle can be plugged in; what is learned is what the rows hold.
    #[test]
    fn every_oracle_teaches() {
        for mechanism in MECHANISMS {
            if [
                "two-coins",
                "randomized-response",
                "forced-response",
                "unary-encoding",
                "privset",
                "custom-channel",
                "bloom-filter-encoding",
            ]
            .contains(&mechanism.name())
            {
                continue;
            }
            for recipe in Recipe::ALL {
                let (reporting, tallies, examples) = reported(Some(*mechanism), recipe, "3");
                let learned = recipe.train(&reporting, &tallies).unwrap();
                let name = mechanism.name();
                let prior = learned.prior()[1];
                assert!((prior - 0.4).abs() < 0.08, "{name} {recipe} {prior}");
                let follows = learned.conditional(0, 1)[1];
                assert!((follows - 0.8).abs() < 0.12, "{name} {recipe} {follows}");
                let rows: Vec<_> = (0..examples.len()).collect();
                let right = learned.count_right(&examples, &rows).unwrap();
                // 92 % is the best there is: of those who do not follow, 3 of 5 have class 0.
                assert!(right > 36_000, "{name} {recipe} {right}");
            }
        }
    }

    /// Of twelve features, one respondent in thirteen reports the class alone; pooled, all tell of it. By
    /// the closed forms the squared errors are as 12 to 2.5.
    #[test]
    fn with_many_features_the_pooled_prior_has_the_smaller_error() {
        let schema = Schema::new(2, vec![2; 12]).unwrap();
        let epsilon: Epsilon = "1".parse().unwrap();
        let error = |recipe: Recipe| {
            let class_too = recipe.needs_class_report();
            let reporting = Reporting::new(schema.clone(), None, &epsilon, class_too).unwrap();
            let mut squares = 0.0;
            for seed in 0..60 {
                let mut rng = ChaCha20Rng::seed_from_u64(seed);
                let mut tallies = reporting.empty_tallies();
                for row in 0..2_000_u32 {
                    let report = reporting
                        .randomize(&[row % 2; 12], u32::from(row % 5 < 2), &mut rng)
                        .unwrap();
                    reporting.accumulate(&report, &mut tallies).unwrap();
                }
                let prior = recipe.train(&reporting, &tallies).unwrap().prior()[1];
                squares += (prior - 0.4).powi(2);
            }
            squares
        };
        let (literature, pooled) = (error(Recipe::Literature), error(Recipe::Pooled));
        assert!(2.0 * pooled < literature, "{pooled} {literature}");
    }

    /// Reports may all speak against everything, or be of one input alone.
    #[test]
    fn estimates_all_below_zero_are_still_learned_from() {
        let oue = Mechanism::named("optimized-unary-encoding").unwrap();
        for recipe in Recipe::ALL {
            let (reporting, ..) = reported(Some(oue), recipe, "1");
            let mut tallies = reporting.empty_tallies();
            assert_eq!(
                recipe.train(&reporting, &tallies),
                Err(LearningError::NoReports)
            );
            let nothing = LinkedReport {
                input: 0,
                report: sotto_ldp::Report::Bits(vec![0]),
            };
            for _ in 0..100 {
                reporting.accumulate(&nothing, &mut tallies).unwrap();
            }
            let learned = recipe.train(&reporting, &tallies).unwrap();
            for share in learned.prior().iter().chain(&learned.conditional(0, 0)) {
                assert!((share - 0.5).abs() < 1e-6 || (share - 1.0 / 3.0).abs() < 1e-6);
            }
            let beyond = LinkedReport {
                input: 9,
                ..nothing
            };
            assert!(reporting.accumulate(&beyond, &mut tallies).is_err());
        }
        let (reporting, tallies, _) = reported(Some(oue), Recipe::Pooled, "1");
        assert_eq!(
            Recipe::Literature.train(&reporting, &tallies),
            Err(LearningError::NoClassReport)
        );
    }

    #[test]
    fn merging_is_adding() {
        let (reporting, tallies, _) = reported(None, Recipe::Pooled, "1");
        let mut twice = tallies.clone();
        twice.merge(&tallies).unwrap();
        assert_eq!(twice.reports(), 2 * tallies.reports());
        let (other, ..) = reported(None, Recipe::Literature, "1");
        assert!(twice.merge(&other.empty_tallies()).is_err());
        assert_eq!(twice.reports(), 2 * tallies.reports());
        assert_eq!(reporting.privacy_loss().micros(), 1_000_000);
    }

    proptest! {
        #[test]
        fn shares_are_positive_and_rise(
            estimate in -1e3..1e3_f64, more in 0.0..10.0_f64, error in 1e-9..1e3_f64
        ) {
            let (below, above) = (expected_share(estimate, error), expected_share(estimate + more, error));
            prop_assert!(below > 0.0 && below.is_finite() && below >= estimate);
            prop_assert!(above >= below * (1.0 - 1e-2), "{} {}", below, above);
        }
    }
}
