//! Linked questions: what their joint report says of each, and of how their answers go together.

use serde::Serialize;
use sotto_ldp::{
    Collector, Epsilon, PrivacyLoss, choose, choose_joint,
    deniability::posterior_bounds,
    groups::{crossed_variance_at_uniform, variance_at_uniform},
    planning::Planner,
};

use super::question::{
    Circumstances, Figures, Needed, PlannedQuestion, QuestionPlanError, asked_directly, planner,
    scaled,
};
use crate::survey::{Survey, joint::Joint, question::Question};

/// The plan of a joint question's table.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedJoint {
    /// The ids of its questions with "+" between.
    pub id: String,
    /// Its mechanism.
    pub mechanism: &'static str,
    /// Its ε: the sum of its questions'.
    pub epsilon: Epsilon,
    /// What its report loses at most, rounded up.
    pub epsilon_actual: PrivacyLoss,
    /// How many combinations of answers it tells apart.
    pub cells: u32,
    /// The chance that a respondent reports it.
    pub chance: f64,
    /// How many people each margin of a combination's share takes, among all respondents.
    pub needed: [Needed; 4],
    /// That margin with the respondents there are.
    pub margin: f64,
    /// How many times as many people the same table takes of two questions that are reported apart, where
    /// all combinations are equally common; `None` for three questions.
    pub apart_takes: Option<f64>,
}

impl PlannedJoint {
    pub(super) fn new(
        survey: &Survey,
        joint: &Joint,
        circumstances: &Circumstances,
    ) -> Result<Self, QuestionPlanError> {
        let oracle = oracle(joint)?;
        let chance = circumstances.drawn;
        let table = Figures::Share(planner(&*oracle, (1, oracle.domain_size()), circumstances)?);
        let reports = scaled(circumstances.respondents, chance).max(1);
        let variance = variance_at_uniform(&*oracle);
        Ok(Self {
            id: joint.name().to_owned(),
            mechanism: joint.mechanism().name(),
            epsilon: *joint.epsilon(),
            epsilon_actual: joint.part().privacy_loss(),
            cells: oracle.domain_size(),
            chance,
            needed: table.needed(chance),
            margin: table.margin(reports)?,
            apart_takes: apart(survey, joint)
                .zip(variance)
                .map(|(apart, joint)| apart / joint),
        })
    }
}

/// n·Var of a combination's share from separate reports of two questions, each at its own ε.
fn apart(survey: &Survey, joint: &Joint) -> Option<f64> {
    let alone = |(&index, &size): (&usize, &u32)| {
        let epsilon = survey.questions().get(index)?.epsilon()?;
        let mechanism = choose(epsilon, size).ok()?.mechanism;
        let parameters = mechanism.parameters(epsilon, size).ok()?;
        mechanism.oracle(&parameters, size).ok()
    };
    let members: Vec<_> = joint.questions().iter().zip(joint.sizes()).collect();
    let &[first, second] = members.as_slice() else {
        return None;
    };
    crossed_variance_at_uniform(&*alone(first)?, &*alone(second)?)
}

fn oracle(joint: &Joint) -> Result<Box<dyn Collector>, QuestionPlanError> {
    let part = joint.part();
    Ok(part
        .mechanism()
        .oracle(part.parameters(), part.domain().size())?)
}

/// What a joint question says of one of its questions.
struct Told<'a> {
    joint: &'a Joint,
    planner: Planner,
    /// n·Var at the worst.
    variance: f64,
    fake: f64,
}

impl<'a> Told<'a> {
    /// The share of an answer is that of all combinations with it.
    fn new(
        joint: &'a Joint,
        question: &Question,
        circumstances: &Circumstances,
    ) -> Result<Self, QuestionPlanError> {
        let oracle = oracle(joint)?;
        let all = oracle.domain_size();
        let combinations = all / question.category_count().max(1);
        let declined = if question.offers_decline() {
            combinations
        } else {
            0
        };
        let planner = planner(&*oracle, (combinations, all - declined), circumstances)?;
        Ok(Self {
            joint,
            planner,
            variance: planner.variance(1)?,
            fake: oracle.greatest_group_share(combinations)?,
        })
    }
}

impl PlannedQuestion {
    /// Of several joint questions the one that says least of the question is planned with: no more people are
    /// needed than that.
    pub(super) fn linked(
        survey: &Survey,
        question: &Question,
        circumstances: &Circumstances,
    ) -> Result<Self, QuestionPlanError> {
        let joints = || survey.joints_of(question);
        let told = joints().map(|joint| Told::new(joint, question, circumstances));
        let told: Vec<_> = told.collect::<Result<_, _>>()?;
        let least = told
            .into_iter()
            .max_by(|one, other| one.variance.total_cmp(&other.variance));
        let least = least.ok_or(QuestionPlanError::NotReported)?;
        let chance = circumstances.drawn;
        let about = circumstances.about();
        let noisy = Figures::Share(least.planner);
        let reports = scaled(circumstances.respondents, chance).max(1);
        let losses = joints().map(|joint| joint.part().privacy_loss());
        let loss = losses.max().unwrap_or_default();
        Ok(Self {
            id: question.id().to_string(),
            mechanism: least.joint.mechanism().name(),
            reason: reason(survey, least.joint, circumstances.is_named)?,
            epsilon: Some(*least.joint.epsilon()),
            epsilon_actual: loss,
            odds: None,
            guess_becomes_at_most: posterior_bounds(0.5, loss)?.1,
            joints: joints().map(|joint| joint.name().to_owned()).collect(),
            conditional: question.condition().is_some(),
            declinable: question.offers_decline(),
            about,
            chance,
            is_mean: false,
            needed: noisy.needed(chance),
            margin: noisy.margin(reports)?,
            asked_directly: asked_directly(circumstances)?
                .margin(scaled(circumstances.respondents, about).max(1))?,
            fake_counts_as: least.fake / chance,
            fake_on_mean: None,
        })
    }
}

fn reason(survey: &Survey, joint: &Joint, is_named: bool) -> Result<String, QuestionPlanError> {
    let together = format!("Reported together as {}", joint.name());
    if is_named {
        return Ok(format!("{together}; the survey names the mechanism."));
    }
    if survey.epsilon_first().is_some() {
        return Ok(format!(
            "{together}, with the least variance of a copy in waves."
        ));
    }
    let chosen = choose_joint(joint.epsilon(), joint.part().domain().size())?;
    Ok(format!("{together}: {}", chosen.reason()))
}
