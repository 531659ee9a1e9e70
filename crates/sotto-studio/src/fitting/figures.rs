//! What a survey gives for a number of people, in two figures.

use std::collections::BTreeMap;

use sotto_ldp::Confidence;
use sotto_survey::{People, PlannedSurvey, Survey};

/// The margins of a survey's questions, as shares.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// That of the question in the middle.
    pub typical: f64,
    /// The widest.
    pub worst: f64,
    /// The id of the question with the widest.
    pub worst_question: String,
    /// From how many people on results of every question are shown.
    pub shown_from: u64,
    /// Whether there are so many.
    pub is_shown: bool,
}

/// So many people, all of whom answer.
#[must_use]
pub(crate) fn people(respondents: u64) -> Option<People<'static>> {
    Some(People {
        respondents,
        confidence: Confidence::new(0.95).ok()?,
        population: None,
        declining: 0.0,
        reach: BTreeMap::new(),
    })
}

/// The figures of a survey; `None` where nothing of it is reported, or a figure cannot be computed.
#[must_use]
pub fn figures(survey: &Survey, respondents: u64) -> Option<Figures> {
    // Nobody is told why a mechanism is taken, which takes a while to say.
    let planned = PlannedSurvey::new(survey, &people(respondents)?, |_| true).ok()?;
    Figures::of(&planned)
}

impl Figures {
    /// Those of a plan.
    #[must_use]
    pub fn of(planned: &PlannedSurvey) -> Option<Self> {
        let mut sorted: Vec<_> = planned.questions.iter().collect();
        sorted.sort_by(|one, other| one.margin.total_cmp(&other.margin));
        let worst = sorted.last()?;
        let typical = sorted.get((sorted.len() - 1) / 2)?;
        let from = planned.told.iter().map(|entry| entry.told_from).max();
        Some(Self {
            typical: typical.margin,
            worst: worst.margin,
            worst_question: worst.id.clone(),
            shown_from: from.unwrap_or_default(),
            is_shown: planned.is_told(),
        })
    }
}
