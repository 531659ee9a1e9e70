//! One question of a survey: its mechanism and why, its odds, and how many people its figures take.

use serde::Serialize;
use sotto_ldp::{
    AmongPrecision, Collector, Confidence, Deniability, Epsilon, MechanismError, Precision,
    PrivacyLoss, choose,
    composition::{CompositionError, MultipleChoice},
    deniability::posterior_bounds,
    float,
    intervals::Population,
    numbers::MeanLaw,
    planning::{ASKED_DIRECTLY, MeanPlanner, Planner, PlanningError, manipulation},
};
use thiserror::Error;

use super::fakes::{FakeOnMean, PlannedMean};
use crate::{
    file::question_file::Estimand,
    survey::{
        kind::{AnswerShape, NumberFields},
        question::Question,
    },
    terms::part::PartDomain,
};

/// The margins that are planned for, as shares.
const MARGINS: [f64; 4] = [0.1, 0.05, 0.03, 0.01];

/// Among whom a question is asked, and what is wanted of it.
pub(super) struct Circumstances {
    pub(super) respondents: u64,
    pub(super) confidence: Confidence,
    pub(super) population: Population,
    /// The chance that a respondent reports the question.
    pub(super) drawn: f64,
    /// The share whom its condition lets through.
    pub(super) reach: f64,
    /// The share of those who prefer not to answer.
    pub(super) declining: f64,
    /// Whether the survey names the mechanism.
    pub(super) is_named: bool,
}

impl Circumstances {
    /// The share of the respondents whom the figures are about.
    pub(super) fn about(&self) -> f64 {
        self.reach * (1.0 - self.declining)
    }
}

/// A question's plan, as it is printed.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedQuestion {
    /// The question's name.
    pub id: String,
    /// Its mechanism.
    pub mechanism: &'static str,
    /// Why it has that mechanism: a sentence in English.
    pub reason: String,
    /// Its ε, where it has one.
    pub epsilon: Option<Epsilon>,
    /// What its reports lose at most, rounded up.
    pub epsilon_actual: PrivacyLoss,
    /// What a respondent's report of one category says, in people out of 100; `None` for numbers and
    /// for reports that name no category.
    pub odds: Option<Odds>,
    /// What a 50–50 guess becomes at most by the question's reports.
    pub guess_becomes_at_most: f64,
    /// The joint questions that report it together with others; empty where it is reported by itself.
    #[serde(rename = "links")]
    pub joints: Vec<String>,
    /// Whether it is asked under a condition.
    pub conditional: bool,
    /// Whether "Prefer not to answer" is offered.
    pub declinable: bool,
    /// The share of the respondents whom the figures are about: asked, and not declining.
    pub about: f64,
    /// The chance that a respondent reports the part that a figure needs.
    pub chance: f64,
    /// Whether the figure is a mean, whose margins are shares of the range.
    pub is_mean: bool,
    /// How many people each margin takes; `None` where no number does.
    pub needed: [Needed; 4],
    /// The margin with the respondents there are.
    pub margin: f64,
    /// The same without noise, everybody reporting.
    pub asked_directly: f64,
    /// How many honest respondents of one answer a single fake report for it counts as; for a mean, of
    /// those who would move from one end of the range to the other.
    pub fake_counts_as: f64,
    /// For a mean, what a fake can do to it.
    pub fake_on_mean: Option<FakeOnMean>,
}

/// In people out of 100.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Odds {
    /// Of 100 whose answer it is, whose reports say so.
    pub said_by_those_it_is_true_of: u64,
    /// Of 100 others.
    pub said_by_the_others: u64,
    /// What a 50–50 guess becomes by such a report.
    pub after_an_even_guess: u64,
}

/// How many people a margin takes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Needed {
    /// As a share: of the people, or of the range of a number.
    pub margin: f64,
    /// How many people; `None` where no number does.
    pub respondents: Option<u64>,
}

/// Why a question cannot be planned.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum QuestionPlanError {
    /// There is no number of people, or no margin.
    #[error(transparent)]
    Planning(#[from] PlanningError),
    /// Nothing can be estimated from its reports.
    #[error(transparent)]
    Estimate(#[from] sotto_ldp::EstimateError),
    /// Its mechanism cannot be built.
    #[error(transparent)]
    Mechanism(#[from] MechanismError),
    /// Its parts cannot be put together.
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// Nobody reports anything of it.
    #[error("nothing of it is reported")]
    NotReported,
}

/// Reports for a margin and a margin for reports: of a share, or of a mean as a share of the range.
pub(super) enum Figures {
    Share(Planner),
    /// With what the range counts as: the mean is divided by the share of those who answer.
    Mean(MeanPlanner, f64),
}

impl Figures {
    fn reports(&self, margin: f64) -> Result<u64, PlanningError> {
        match self {
            Self::Share(planner) => planner.respondents(margin),
            Self::Mean(planner, range) => planner.respondents(margin * range),
        }
    }

    pub(super) fn margin(&self, reports: u64) -> Result<f64, PlanningError> {
        match self {
            Self::Share(planner) => planner.margin(reports),
            Self::Mean(planner, range) => Ok(planner.margin(reports)? / range),
        }
    }

    /// How many people each margin takes, where each reports with that chance.
    pub(super) fn needed(&self, chance: f64) -> [Needed; 4] {
        MARGINS.map(|margin| Needed {
            margin,
            respondents: self
                .reports(margin)
                .ok()
                .map(|reports| scaled(reports, 1.0 / chance)),
        })
    }
}

/// Of an answer that `size` of the values stand for, among those who give one of `whole` values: a ratio, unless
/// that is everybody.
pub(super) fn planner(
    oracle: &dyn Collector,
    (size, whole): (u32, u32),
    circumstances: &Circumstances,
) -> Result<Planner, QuestionPlanError> {
    let &Circumstances {
        confidence,
        population,
        ..
    } = circumstances;
    let about = circumstances.about();
    let planner = if about < 1.0 {
        Planner::among(oracle.among_precision(size, whole)?, about, confidence)?
    } else if size == 1 {
        Planner::of(oracle.precision()?, confidence)
    } else {
        Planner::of(oracle.group_precision(size)?, confidence)
    };
    Ok(planner.with_population(population))
}

impl PlannedQuestion {
    pub(super) fn new(
        question: &Question,
        circumstances: &Circumstances,
    ) -> Result<Self, QuestionPlanError> {
        let part = question
            .parts()
            .first()
            .ok_or(QuestionPlanError::NotReported)?;
        let &Circumstances {
            respondents, drawn, ..
        } = circumstances;
        let count = u32::try_from(question.drawn_parts().len()).unwrap_or(u32::MAX);
        let chance = drawn * f64::from(question.reported()) / f64::from(count.max(1));
        let about = circumstances.about();
        let domain = part.domain();
        let oracle = part.mechanism().oracle(part.parameters(), domain.size())?;
        let [noisy, direct] = figures(question, &*oracle, domain, circumstances)?;
        let reports = scaled(respondents, chance).max(1);
        let loss = question.privacy_loss();
        let (weight, fake_on_mean) = match domain {
            PartDomain::Categories(_) => (manipulation::share_weight(&*oracle)?, None),
            PartDomain::Numbers(grid) => {
                let weight = manipulation::number_weight(&*oracle)?;
                let mean = PlannedMean {
                    grid,
                    reports,
                    about,
                    confidence: circumstances.confidence,
                    population: circumstances.population,
                };
                (weight, Some(mean.fake(question, part, weight)))
            }
        };
        Ok(Self {
            id: question.id().to_string(),
            mechanism: part.mechanism().name(),
            reason: reason(question, circumstances.is_named)?,
            epsilon: question.epsilon().copied(),
            epsilon_actual: loss,
            odds: part.deniability().map(Odds::from),
            guess_becomes_at_most: posterior_bounds(0.5, loss)?.1,
            joints: Vec::new(),
            conditional: question.condition().is_some(),
            declinable: question.offers_decline(),
            about,
            chance,
            is_mean: matches!(noisy, Figures::Mean(..)),
            needed: noisy.needed(chance),
            margin: noisy.margin(reports)?,
            asked_directly: direct.margin(scaled(respondents, about).max(1))?,
            fake_counts_as: weight / chance,
            fake_on_mean,
        })
    }
}

impl From<Deniability> for Odds {
    fn from(odds: Deniability) -> Self {
        Self {
            said_by_those_it_is_true_of: odds.said_by_those_it_is_true_of,
            said_by_the_others: odds.said_by_the_others,
            after_an_even_guess: odds.after_an_even_guess,
        }
    }
}

/// With the noise, and without any.
fn figures(
    question: &Question,
    oracle: &dyn Collector,
    domain: PartDomain,
    circumstances: &Circumstances,
) -> Result<[Figures; 2], QuestionPlanError> {
    let &Circumstances {
        confidence,
        population,
        ..
    } = circumstances;
    Ok(match domain {
        PartDomain::Categories(_) => {
            let is_option = matches!(question.shape(), AnswerShape::Set(_));
            let noisy =
                if is_option && question.whole_set().is_none() && circumstances.about() < 1.0 {
                    // Who declined is a part of its own, and seldom reported by whoever reports the option.
                    let precision = AmongPrecision::of_independent(oracle.precision()?, true);
                    let noisy = Planner::among(precision, circumstances.about(), confidence)?;
                    noisy.with_population(population)
                } else {
                    // "Prefer not to answer" is the last value, and is reported for those who are not asked.
                    let answers = oracle.domain_size() - u32::from(question.offers_decline());
                    planner(oracle, (1, answers), circumstances)?
                };
            [Figures::Share(noisy), asked_directly(circumstances)?]
        }
        PartDomain::Numbers(grid) => {
            let range = 2.0 * grid.half_range();
            let law = law_of_mean(question, oracle, circumstances.about())?;
            let noisy = MeanPlanner::new(law, &grid, confidence);
            let direct = MeanPlanner::asked_directly(&grid, confidence);
            let of = |planner: MeanPlanner, range| {
                Figures::Mean(planner.with_population(population), range)
            };
            [of(noisy, range * circumstances.about()), of(direct, range)]
        }
    })
}

/// A share without any noise.
pub(super) fn asked_directly(circumstances: &Circumstances) -> Result<Figures, PlanningError> {
    let planner = Planner::new(ASKED_DIRECTLY, circumstances.confidence)?;
    Ok(Figures::Share(
        planner.with_population(circumstances.population),
    ))
}

/// That of those who answer, before it is divided by their share. Where a part of its own tells who did, that
/// part's noise is added.
fn law_of_mean(
    question: &Question,
    oracle: &dyn Collector,
    about: f64,
) -> Result<MeanLaw, QuestionPlanError> {
    let mut law = oracle.mean_law_among(about)?;
    let told = question.parts().get(question.drawn_parts().len());
    if let Some(support) = told.and_then(|part| part.randomizer().support_probabilities()) {
        let precision = Precision::of_protocol(support)?;
        law.mean += precision.variance(about, 1, Population::Sampled)?;
    }
    Ok(law)
}

/// Of a question by an own secret.
const OWN_SECRET: &str = "Its protection rests on a secret of each respondent's, and ε is nominal: it holds while nobody else knows the secret, and the secret says nothing about the answer. Respondents who say anything pull the share towards one half.";

/// Why the question has its mechanism.
fn reason(question: &Question, is_named: bool) -> Result<String, QuestionPlanError> {
    if question.shape().own_secret().is_some() {
        return Ok(OWN_SECRET.to_owned());
    }
    if is_named {
        return Ok("the survey names it".to_owned());
    }
    let reported = question.reported();
    let count = u32::try_from(question.drawn_parts().len()).unwrap_or(u32::MAX);
    Ok(match (question.shape(), question.epsilon()) {
        (AnswerShape::One(_), Some(epsilon)) => {
            let size = question
                .parts()
                .first()
                .map_or(0, |part| part.domain().size());
            choose(epsilon, size)?.reason()
        }
        (AnswerShape::Set(choice), Some(epsilon)) if reported == 1 => {
            let options = choice.options.len() + usize::from(question.offers_decline());
            let options = u32::try_from(options).unwrap_or(u32::MAX);
            MultipleChoice::choose(epsilon, options, choice.at_most)?.to_string() + "."
        }
        (AnswerShape::Numbers(NumberFields::Single(range)), _) => match range.estimand {
            Estimand::Mean => {
                "Where answers are spread evenly over the range, or lie closer together, it tells their mean with the fewest people; where all lie at the two ends, duchi takes up to a ninth fewer. Its reports are bounded: a made-up one moves the mean by no more than is said here."
            }
            Estimand::Distribution => {
                "It keeps the distribution, in reports that are bounded; the figures are those of the mean."
            }
        }
        .to_owned(),
        _ => format!(
            "The least variance, with {reported} of {count} parts reported by each respondent."
        ),
    })
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers of people are far below 2⁵³, and a cast saturates"
)]
pub(super) fn scaled(people: u64, factor: f64) -> u64 {
    // 1/(1/3) is a little above 3: that is nobody more.
    (float(people) * factor - 1e-6).ceil() as u64
}
