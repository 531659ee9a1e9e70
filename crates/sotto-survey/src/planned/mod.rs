//! What a survey takes in people, and costs those who answer: known before anybody is asked.

mod fakes;
mod joint;
mod plans;
mod question;
mod ratio;
mod told;

use std::collections::BTreeMap;

use serde::Serialize;
use sotto_ldp::{
    Confidence, Epsilon, PrivacyLoss, deniability::posterior_bounds, intervals::Population,
};
use thiserror::Error;

pub use self::fakes::{FakeOnMean, RecommendedForMean};
pub use self::joint::PlannedJoint;
pub use self::plans::{ComparedPlan, ComparedQuestion, PlanFigures, PlanOutcome};
use self::question::Circumstances;
pub use self::question::{Needed, Odds, PlannedQuestion, QuestionPlanError};
use self::ratio::ratio;
pub use self::told::ToldEntry;
use crate::{
    survey::Survey,
    terms::{identifier::Identifier, plan::Plan, whom::Whom},
};

/// The people whom a survey will ask.
#[derive(Clone, Debug)]
pub struct People<'a> {
    /// How many will answer; at least one.
    pub respondents: u64,
    /// How sure the figures are to be.
    pub confidence: Confidence,
    /// Whom the figures are about; as the survey says, unless it is to be planned otherwise.
    pub population: Option<Whom>,
    /// The share of those asked who prefer not to answer, from 0 to below 1.
    pub declining: f64,
    /// The share whom a question's condition lets through, above 0, by the question's id; 1 if absent.
    pub reach: BTreeMap<&'a str, f64>,
}

/// A plan of a survey.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedSurvey {
    /// The survey's name.
    pub survey: String,
    /// Its version.
    pub version: u32,
    /// How many will answer.
    pub respondents: u64,
    /// How sure the figures are, as a share.
    pub confidence: f64,
    /// Whom every figure is about, as in the results.
    pub population: Whom,
    /// Whether that is assumed, because nobody says.
    pub population_assumed: bool,
    /// The share that prefers not to answer.
    pub declining: f64,
    /// The most that a respondent can lose, as declared.
    pub epsilon: Epsilon,
    /// What all reports of a respondent lose together at most, rounded up.
    pub epsilon_actual: PrivacyLoss,
    /// What a 50–50 guess becomes at most by all reports of a respondent.
    pub guess_becomes_at_most: f64,
    /// How many of the questions each respondent reports.
    pub reported_questions: usize,
    /// Each question of which something is reported, in order.
    pub questions: Vec<PlannedQuestion>,
    /// The table of each joint question, in order.
    #[serde(rename = "links")]
    pub joints: Vec<PlannedJoint>,
    /// By how many of its own reports at once a question's results move on, where the collector's settings ask
    /// for no more.
    pub results_step: u64,
    /// What is told of each entry, in the order in which they are sent.
    pub told: Vec<ToldEntry>,
}

/// Why a survey cannot be planned.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SurveyPlanError {
    /// Nobody answers.
    #[error("there are no respondents: plan with at least one")]
    Nobody,
    /// One of its questions cannot.
    #[error("question {0}: {1}")]
    Question(Identifier, QuestionPlanError),
    /// The table of a joint question cannot.
    #[error("link {0}: {1}")]
    Joint(String, QuestionPlanError),
    /// What the whole survey gives away cannot be said.
    #[error(transparent)]
    Estimate(#[from] sotto_ldp::EstimateError),
}

impl PlannedSurvey {
    /// Plans a survey for those people; `is_named` says of which questions, by their indices, the file
    /// names the mechanism.
    ///
    /// # Errors
    /// Where there is nobody to ask, or a figure cannot be computed.
    pub fn new(
        survey: &Survey,
        people: &People<'_>,
        is_named: impl Fn(usize) -> bool,
    ) -> Result<Self, SurveyPlanError> {
        if people.respondents == 0 {
            return Err(SurveyPlanError::Nobody);
        }
        let whom = people.population.unwrap_or(survey.population());
        // As results have it: those who were drawn for a part are a sample of the respondents.
        let about = |is_drawn: bool| {
            if is_drawn {
                Population::Sampled
            } else {
                whom.population()
            }
        };
        let total = survey.entries().count().max(1);
        let planned = survey.questions().iter().enumerate();
        let planned = planned.filter(|(_, question)| question.is_reported());
        let questions = planned.map(|(index, question)| {
            let id = question.id();
            let drawn = match survey.arms_of(question) {
                Some(arms) => ratio(1, arms.questions().len()),
                // A question in several joint questions has that many chances.
                None if survey.plan() == Plan::Sample => {
                    let entries = survey.joints_of(question).count().max(1);
                    ratio(survey.drawn_questions() * entries, total)
                }
                None => 1.0,
            };
            let circumstances = Circumstances {
                respondents: people.respondents,
                confidence: people.confidence,
                population: about(drawn < 1.0 || question.leaves_out(0)),
                drawn,
                reach: people.reach.get(id.as_str()).copied().unwrap_or(1.0),
                declining: if question.offers_decline() {
                    people.declining
                } else {
                    0.0
                },
                is_named: is_named(index),
            };
            let planned = if question.is_joint() {
                PlannedQuestion::linked(survey, question, &circumstances)
            } else {
                PlannedQuestion::new(question, &circumstances)
            };
            planned.map_err(|error| SurveyPlanError::Question(id.clone(), error))
        });
        let joints = survey.joints().iter().map(|joint| {
            let drawn = match survey.plan() {
                Plan::Sample => ratio(survey.drawn_questions(), total),
                Plan::Fixed | Plan::Split => 1.0,
            };
            let circumstances = Circumstances {
                respondents: people.respondents,
                confidence: people.confidence,
                population: about(drawn < 1.0),
                drawn,
                reach: 1.0,
                declining: 0.0,
                is_named: false,
            };
            PlannedJoint::new(survey, joint, &circumstances)
                .map_err(|error| SurveyPlanError::Joint(joint.name().to_owned(), error))
        });
        let loss = survey.privacy_loss();
        let (_, guess) = posterior_bounds(0.5, loss)?;
        Ok(Self {
            survey: survey.id().to_string(),
            version: survey.version(),
            respondents: people.respondents,
            confidence: people.confidence.level(),
            population: whom,
            population_assumed: people.population.is_none() && !survey.states_population(),
            declining: people.declining,
            epsilon: *survey.epsilon(),
            epsilon_actual: loss,
            guess_becomes_at_most: guess,
            reported_questions: survey.drawn_questions(),
            questions: questions.collect::<Result<_, _>>()?,
            joints: joints.collect::<Result<_, _>>()?,
            results_step: survey.results_step(),
            told: told::told_entries(survey, people.respondents),
        })
    }
}

impl PlannedSurvey {
    /// Whether there are enough respondents for every question to be told.
    #[must_use]
    pub fn is_told(&self) -> bool {
        self.told
            .iter()
            .all(|entry| entry.told_from <= self.respondents)
    }
}
