//! What a respondent sends for a classifier: one input, drawn whatever the answers are, perturbed.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::num::NonZeroU64;

use rand::CryptoRng;

use sotto_ldp::{
    Collector, Counts, Epsilon, Mechanism, PrivacyLoss, Report, choose, uniform_below,
};

use super::{error::LearningError, schema::Schema};

/// Of which input a respondent reports, and the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedReport {
    /// The input: a feature with the class, counted from 0; behind the last, the class by itself.
    pub input: u32,
    /// What was perturbed: the joint category v·classes + c, or the class c.
    pub report: Report,
}

/// The inputs of a classifier, and the mechanism of each. A respondent reports one of them, at the
/// whole ε: which one is drawn with equal chances, before any answer is read.
pub struct Reporting {
    schema: Schema,
    oracles: Vec<Box<dyn Collector>>,
    class_is_reported: bool,
}

impl Reporting {
    /// The same mechanism for every input; without a name, for each the one with the least variance.
    /// With `class_too` the class by itself is one more input.
    ///
    /// # Errors
    /// When the mechanism does not serve an input at that ε.
    pub fn new(
        schema: Schema,
        mechanism: Option<Mechanism>,
        epsilon: &Epsilon,
        class_too: bool,
    ) -> Result<Self, LearningError> {
        let joint = schema
            .features()
            .iter()
            .map(|values| values * schema.classes());
        let sizes = joint.chain(class_too.then_some(schema.classes()));
        let oracle = |size: u32| {
            let mechanism = match mechanism {
                Some(mechanism) => mechanism,
                None => choose(epsilon, size)?.mechanism,
            };
            let parameters = mechanism.parameters(epsilon, size)?;
            Ok(mechanism.oracle(&parameters, size)?)
        };
        let oracles = sizes.map(oracle).collect::<Result<_, LearningError>>()?;
        Ok(Self {
            schema,
            oracles,
            class_is_reported: class_too,
        })
    }

    /// What an example consists of.
    #[must_use]
    pub const fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Whether the class is an input by itself.
    #[must_use]
    pub const fn class_is_reported(&self) -> bool {
        self.class_is_reported
    }

    /// The oracles of the inputs: of each feature with the class, then of the class by itself where
    /// that is reported.
    pub fn oracles(&self) -> impl ExactSizeIterator<Item = &dyn Collector> {
        self.oracles.iter().map(|oracle| &**oracle)
    }

    /// What a respondent loses at most, whatever may change of the example: that of the input that
    /// costs most.
    #[must_use]
    pub fn privacy_loss(&self) -> PrivacyLoss {
        let losses = self.oracles.iter().map(|oracle| oracle.privacy_loss());
        losses.max().unwrap_or(PrivacyLoss::from_micros(0))
    }

    /// Draws an input and its report.
    ///
    /// # Errors
    /// When the example does not fit the schema.
    pub fn randomize(
        &self,
        values: &[u32],
        class: u32,
        rng: &mut dyn CryptoRng,
    ) -> Result<LinkedReport, LearningError> {
        self.schema.check(values, class)?;
        let bound = NonZeroU64::new(self.oracles.len() as u64).unwrap_or(NonZeroU64::MIN);
        let input = u32::try_from(uniform_below(bound, rng)).unwrap_or(0);
        let value = match values.get(input as usize) {
            Some(&value) => self.schema.joint(value, class),
            None => class,
        };
        let report = self.oracles[input as usize].randomize(value, rng)?;
        Ok(LinkedReport { input, report })
    }

    /// No reports yet.
    #[must_use]
    pub fn empty_tallies(&self) -> Tallies {
        Tallies {
            inputs: self
                .oracles
                .iter()
                .map(|oracle| oracle.empty_counts())
                .collect(),
        }
    }

    /// Counts a report.
    ///
    /// # Errors
    /// When it is impossible; nothing is counted then.
    pub fn accumulate(
        &self,
        report: &LinkedReport,
        tallies: &mut Tallies,
    ) -> Result<(), LearningError> {
        let input = report.input as usize;
        let inputs = self.oracles.len();
        match (self.oracles.get(input), tallies.inputs.get_mut(input)) {
            (Some(oracle), Some(counts)) => Ok(oracle.accumulate(&report.report, counts)?),
            _ => Err(LearningError::Input {
                input: report.input,
                inputs,
            }),
        }
    }
}

/// The reports of every input, counted: a commutative sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tallies {
    inputs: Vec<Counts>,
}

impl Tallies {
    /// The counts of each input.
    #[must_use]
    pub fn inputs(&self) -> &[Counts] {
        &self.inputs
    }

    /// The number of reports of all inputs.
    #[must_use]
    pub fn reports(&self) -> u64 {
        self.inputs.iter().map(Counts::reports).sum()
    }

    /// Adds what another machine has counted.
    ///
    /// # Errors
    /// When it is of other inputs; nothing is added then.
    pub fn merge(&mut self, other: &Self) -> Result<(), LearningError> {
        let mut merged = self.clone();
        for (ours, theirs) in merged.inputs.iter_mut().zip(&other.inputs) {
            ours.merge(theirs)?;
        }
        if self.inputs.len() != other.inputs.len() {
            return Err(LearningError::Input {
                input: u32::try_from(other.inputs.len()).unwrap_or(u32::MAX),
                inputs: self.inputs.len(),
            });
        }
        *self = merged;
        Ok(())
    }
}
