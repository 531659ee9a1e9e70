//! The designer's half: from ε to mechanisms and integers, for what a file leaves open.
//!
//! A published survey leaves nothing open, so that a device needs nothing of this module.

use sotto_ldp::{
    Epsilon, Mechanism, choose, choose_for_waves, choose_joint,
    composition::{Allocation, CompositionError, MultipleChoice, MultipleChoiceStrategy},
    randomizers::PrivSet,
};

use super::kind::{AnswerShape, NumberFields};
use crate::{
    file::{fault::FaultCause, question_file::Estimand},
    terms::part::{PartDomain, PartRole},
};

/// What is to be designed.
pub(crate) struct Brief<'a> {
    pub(crate) shape: AnswerShape<'a>,
    /// The parts that are drawn from.
    pub(crate) parts: &'a [(PartRole, PartDomain)],
    /// Whether one more part tells who declined.
    pub(crate) answered: bool,
    /// Whether numbers can be declined, and their own reports say so.
    pub(crate) declined: bool,
    /// In how many of the parts two answers can differ.
    pub(crate) differing: u32,
    /// The mechanism's name; `None` for `auto`.
    pub(crate) mechanism: Option<&'a str>,
    /// How many parts are to be reported; chosen if `None`.
    pub(crate) reported: Option<u32>,
    /// The ε of the whole question.
    pub(crate) epsilon: &'a Epsilon,
    /// That of a single copy, in a survey in waves.
    pub(crate) first: Option<&'a Epsilon>,
}

/// What was designed.
pub(crate) struct Design {
    /// The mechanism of the parts that are drawn from.
    pub(crate) mechanism: Mechanism,
    pub(crate) reported: u32,
    /// The integers of each part, the part that tells who declined last.
    pub(crate) weights: Vec<Vec<u64>>,
}

/// Where the report of a number cannot say that it was declined, ε is divided so that this is told with one
/// of so many equal shares.
const SHARES: u32 = 4;

/// At each multiple of this ε another of several numbers is reported (Wang et al. 2019).
const MICROS_PER_NUMBER: u32 = 2_500_000;

/// At most so many rows are tried as the number to report, besides all.
const MOST_ROWS_TRIED: u32 = 16;

/// Chooses what is left open, and computes the integers.
pub(crate) fn design(brief: &Brief<'_>) -> Result<Design, FaultCause> {
    brief.design()
}

/// Whether a mechanism is the table that a designer writes, which no ε makes.
fn is_own_table(name: &str) -> bool {
    Mechanism::named(name).is_ok_and(Mechanism::is_own_table)
}

impl Brief<'_> {
    fn design(&self) -> Result<Design, FaultCause> {
        if let Some(first) = self.first {
            return self.design_for_waves(first);
        }
        if self.mechanism.is_some_and(is_own_table) {
            return Err(FaultCause::OwnTableMissing);
        }
        let (epsilon, for_answered) = if self.answered {
            let (rest, share) = self.divided()?;
            (rest, Some(share))
        } else {
            (*self.epsilon, None)
        };
        let (mechanism, reported) = self.choose(&epsilon)?;
        if let (AnswerShape::Set(choice), true) = (self.shape, mechanism.takes_sets()) {
            let item = PrivSet::new(&epsilon, self.options(), choice.at_most)?;
            return Ok(Design {
                mechanism,
                reported: 1,
                weights: vec![item.parameters()],
            });
        }
        let each = self.each(&epsilon, reported)?;
        let mut weights: Vec<Vec<u64>> = Vec::with_capacity(self.parts.len() + 1);
        for (index, (_, domain)) in self.parts.iter().enumerate() {
            // Equal domains have equal integers, and some take a while to find.
            let before = index.checked_sub(1).map(|before| self.parts[before].1);
            let parameters = match weights.last() {
                Some(last) if before == Some(*domain) => last.clone(),
                _ if self.declined => mechanism.parameters_or_declined(&each, domain.size())?,
                _ => mechanism.parameters(&each, domain.size())?,
            };
            weights.push(parameters);
        }
        if let Some(share) = for_answered {
            weights.push(Mechanism::of_one_option().parameters(&share, 2)?);
        }
        Ok(Design {
            mechanism,
            reported,
            weights,
        })
    }

    /// The two layers of each part, all of which are reported.
    fn design_for_waves(&self, first: &Epsilon) -> Result<Design, FaultCause> {
        let Some(&(_, domain @ PartDomain::Categories(_))) = self.parts.first() else {
            return Err(FaultCause::NumbersInWaves);
        };
        let reported = self.reported.unwrap_or(self.count());
        let both = (
            &self.each(self.epsilon, reported)?,
            &self.each(first, reported)?,
        );
        // The parts of a question have one domain.
        let (mechanism, integers) = match self.mechanism {
            None => choose_for_waves(both, domain.size())?,
            Some(name) => {
                let mechanism = Mechanism::for_waves(name)?;
                (
                    mechanism,
                    mechanism.parameters_for_waves(both, domain.size())?,
                )
            }
        };
        Ok(Design {
            mechanism,
            reported,
            weights: vec![integers; self.parts.len()],
        })
    }

    /// What is left for the numbers, and the share for telling who declined.
    fn divided(&self) -> Result<(Epsilon, Epsilon), FaultCause> {
        let micros = self.epsilon.micros_rounded_down();
        let share = micros / SHARES;
        let parts = (
            Epsilon::from_micros(micros - share),
            Epsilon::from_micros(share),
        );
        match parts {
            (Ok(rest), Ok(share)) => Ok((rest, share)),
            _ => Err(self.too_small(SHARES)),
        }
    }

    fn too_small(&self, parts: u32) -> FaultCause {
        FaultCause::Division(CompositionError::TooSmall {
            epsilon: self.epsilon.to_string(),
            parts,
        })
    }

    /// The number of parts that are drawn from.
    fn count(&self) -> u32 {
        u32::try_from(self.parts.len()).unwrap_or(u32::MAX)
    }

    /// The options of a multiple choice, declining among them.
    fn options(&self) -> u32 {
        match self.parts {
            [(PartRole::Set, domain)] => domain.size(),
            _ => self.count(),
        }
    }

    /// The ε of each of `reported` parts.
    fn each(&self, epsilon: &Epsilon, reported: u32) -> Result<Epsilon, FaultCause> {
        let differing = reported.min(self.differing);
        Ok(Allocation::Split.epsilon_each(epsilon, differing)?)
    }

    /// The mechanism, and how many parts are reported.
    fn choose(&self, epsilon: &Epsilon) -> Result<(Mechanism, u32), FaultCause> {
        match self.shape {
            AnswerShape::Order(_) => self.for_rows(epsilon),
            AnswerShape::Numbers(NumberFields::Single(range)) => {
                Ok((self.for_numbers(range.estimand)?, 1))
            }
            AnswerShape::Numbers(NumberFields::Several(_)) => {
                let best = epsilon.micros_rounded_down() / MICROS_PER_NUMBER;
                let best = best.clamp(1, self.count());
                Ok((
                    self.for_numbers(Estimand::Mean)?,
                    self.reported.unwrap_or(best),
                ))
            }
            AnswerShape::Set(choice) => {
                // How many are reported is told of options that are reported one by one.
                let mechanism = match (self.mechanism, self.reported) {
                    (Some(name), _) => Mechanism::named(name)?,
                    (None, Some(_)) => Mechanism::of_one_option(),
                    (None, None) => {
                        let options = self.options();
                        let choice = MultipleChoice::choose(epsilon, options, choice.at_most)?;
                        match choice.strategy {
                            MultipleChoiceStrategy::OneSampledOption => Mechanism::of_one_option(),
                            MultipleChoiceStrategy::OneWeightedItem => Mechanism::of_whole_sets(),
                        }
                    }
                };
                Ok((mechanism, self.reported.unwrap_or(1)))
            }
            AnswerShape::None { .. } | AnswerShape::One(_) | AnswerShape::Rows(_) => {
                self.for_rows(epsilon)
            }
        }
    }

    fn for_numbers(&self, estimand: Estimand) -> Result<Mechanism, FaultCause> {
        let Some(name) = self.mechanism else {
            let distribution = estimand == Estimand::Distribution;
            return Ok(Mechanism::recommended_for_numbers(distribution));
        };
        Ok(Mechanism::for_numbers(name)?)
    }

    /// One or several parts of the same categories: as many are reported as give the least
    /// variance.
    fn for_rows(&self, epsilon: &Epsilon) -> Result<(Mechanism, u32), FaultCause> {
        let size = self.parts.first().map_or(0, |(_, domain)| domain.size());
        let (count, most) = (self.count(), self.count().min(MOST_ROWS_TRIED));
        let candidates = match self.reported {
            Some(reported) => vec![reported],
            None => (1..=most).chain((count > most).then_some(count)).collect(),
        };
        let mut best: Option<(Mechanism, u32, f64)> = None;
        let mut refusal = None;
        for reported in candidates {
            let tried = self.each(epsilon, reported).and_then(|each| {
                let (mechanism, variance) = self.for_categories(&each, size)?;
                Ok((mechanism, variance * f64::from(count) / f64::from(reported)))
            });
            match tried {
                Ok((mechanism, variance)) => {
                    if best.is_none_or(|(.., least)| variance < least) {
                        best = Some((mechanism, reported, variance));
                    }
                }
                Err(error) => refusal = refusal.or(Some(error)),
            }
        }
        match (best, refusal) {
            (Some((mechanism, reported, _)), _) => Ok((mechanism, reported)),
            (None, Some(error)) => Err(error),
            (None, None) => Err(self.too_small(count)),
        }
    }

    /// The mechanism for one part, and n·Var of a rare value's share.
    fn for_categories(&self, epsilon: &Epsilon, size: u32) -> Result<(Mechanism, f64), FaultCause> {
        let Some(name) = self.mechanism else {
            // Sums and differences are estimated from reports of these.
            let is_joint = matches!(self.parts, [(PartRole::Joint | PartRole::Pair(_), _), ..]);
            let choose = if is_joint { choose_joint } else { choose };
            let choice = choose(epsilon, size)?;
            return Ok((choice.mechanism, choice.variance));
        };
        let mechanism = Mechanism::named(name)?;
        if self.count() == 1 {
            // Nothing to compare.
            return Ok((mechanism, 1.0));
        }
        let parameters = mechanism.parameters(epsilon, size)?;
        let randomizer = mechanism.randomizer(&parameters, size)?;
        let support = randomizer.support_probabilities();
        Ok((mechanism, support.map_or(f64::INFINITY, |s| s.variance())))
    }
}
