//! What a made-up report does to the mean of a question's numbers.

use serde::Serialize;
use sotto_ldp::{
    Confidence, Epsilon, Mechanism, float,
    intervals::Population,
    numbers::Grid,
    planning::{MeanPlanner, manipulation::number_weight},
};

use crate::{
    file::question_file::Estimand,
    survey::{
        kind::{AnswerShape, NumberFields},
        question::Question,
    },
    terms::part::Part,
};

/// What one made-up report does to the mean of the respondents there are, at most.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FakeOnMean {
    /// How far it moves the mean, as a share of the range.
    pub moves: f64,
    /// What the recommended mechanism would give at the question's ε; `None` where the question has it,
    /// or it does not serve that ε.
    pub recommended: Option<RecommendedForMean>,
}

/// What `auto` would take for a question's numbers, and what that would give.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RecommendedForMean {
    /// The mechanism.
    pub mechanism: &'static str,
    /// The margin with the respondents there are, as a share of the range.
    pub margin: f64,
    /// How far one made-up report moves the mean, as a share of the range.
    pub fake_moves: f64,
}

/// Of whom a mean will be, and how sure its margin is.
pub(super) struct PlannedMean {
    pub(super) grid: Grid,
    /// How many will report it.
    pub(super) reports: u64,
    /// The share of them whom it is about.
    pub(super) about: f64,
    pub(super) confidence: Confidence,
    pub(super) population: Population,
}

impl PlannedMean {
    /// What a fake of that weight in ranges does, and what it would do under the recommended mechanism.
    pub(super) fn fake(&self, question: &Question, part: &Part, weight: f64) -> FakeOnMean {
        let mechanism = recommended(question);
        FakeOnMean {
            moves: self.moved(weight),
            recommended: (mechanism != part.mechanism())
                .then(|| self.under(mechanism, question, part))
                .flatten(),
        }
    }

    /// `None` where the mechanism does not serve the part's ε.
    fn under(
        &self,
        mechanism: Mechanism,
        question: &Question,
        part: &Part,
    ) -> Option<RecommendedForMean> {
        // A part of its own that tells who declined is not needed then.
        let (loss, parts) = if question.parts().len() == question.drawn_parts().len() {
            (part.first_loss(), 1)
        } else {
            (question.privacy_loss(), question.reported().max(1))
        };
        // It is rounded up: by less than a millionth.
        let micros = u32::try_from(loss.micros()).ok()? / parts;
        let epsilon = Epsilon::from_micros(micros.min(Epsilon::MAX_MICROS)).ok()?;
        let cells = self.grid.cells();
        let parameters = if question.offers_decline() {
            mechanism.parameters_or_declined(&epsilon, cells).ok()?
        } else {
            mechanism.parameters(&epsilon, cells).ok()?
        };
        let oracle = mechanism.oracle(&parameters, cells).ok()?;
        let law = oracle.mean_law_among(self.about).ok()?;
        let planner = MeanPlanner::new(law, &self.grid, self.confidence);
        let planner = planner.with_population(self.population);
        let margin = planner.margin(self.reports).ok()?;
        Some(RecommendedForMean {
            mechanism: mechanism.name(),
            margin: margin / (2.0 * self.grid.half_range()) / self.about,
            fake_moves: self.moved(number_weight(&*oracle).ok()?),
        })
    }

    fn moved(&self, weight: f64) -> f64 {
        weight / (self.about * float(self.reports))
    }
}

/// What `auto` takes for the question's numbers.
fn recommended(question: &Question) -> Mechanism {
    let distribution = matches!(
        question.shape(),
        AnswerShape::Numbers(NumberFields::Single(range)) if range.estimand == Estimand::Distribution
    );
    Mechanism::recommended_for_numbers(distribution)
}
