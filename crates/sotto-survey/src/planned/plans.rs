//! A survey's ε shared in other ways, and what each way takes in people.

use std::cmp::Ordering;

use serde::Serialize;
use sotto_ldp::{Epsilon, Mechanism, PrivacyLoss};

use super::{People, PlannedSurvey};
use crate::{file::survey_file::SurveyFile, survey::Survey, terms::plan::Plan};

/// A way of sharing the survey's ε.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedPlan {
    /// Its name in files.
    pub plan: Plan,
    /// Under the plan `sample`: how many questions each respondent reports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<u32>,
    /// Whether it is the survey's own.
    pub declared: bool,
    /// Whether the question that takes the most people takes the fewest under it; of equal ones the
    /// survey's own, or else the first. None is where no plan tells every question.
    pub best: bool,
    /// What it gives, or why it gives nothing.
    #[serde(flatten)]
    pub outcome: PlanOutcome,
}

/// What a plan gives.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum PlanOutcome {
    /// Figures.
    Planned(PlanFigures),
    /// The survey cannot have that plan.
    Refused {
        /// Why: a sentence in English.
        not_planned: String,
    },
}

/// What a plan takes in people.
#[derive(Clone, Debug, Serialize)]
pub struct PlanFigures {
    /// Whether `auto`'s mechanisms stand for those that the survey names, because one of these does not
    /// serve the ε that its question would get.
    pub by_auto: bool,
    /// What all reports of a respondent lose together at most, rounded up.
    pub epsilon_actual: PrivacyLoss,
    /// How many respondents give every question a margin of 5 points; `None` where no number does.
    pub respondents: Option<u64>,
    /// From how many respondents on every question is told, in 95 of 100 surveys.
    pub told_from: u64,
    /// Whether there are so many.
    pub is_told: bool,
    /// The widest margin with the respondents there are.
    pub margin: f64,
    /// Each question of which something is reported, in order.
    pub questions: Vec<ComparedQuestion>,
}

/// What a question takes under a plan.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedQuestion {
    /// Its name.
    pub id: String,
    /// Its mechanism.
    pub mechanism: &'static str,
    /// Its ε, where it has one.
    pub epsilon: Option<Epsilon>,
    /// How many respondents give it a margin of 5 points; `None` where no number does.
    pub respondents: Option<u64>,
    /// The margin with the respondents there are.
    pub margin: f64,
}

/// So many questions are tried at most as those that each respondent reports.
const MOST_DRAWN: u32 = 8;

impl PlannedSurvey {
    /// Compares the ways in which the ε of the survey in that file can be shared, of which this is its own;
    /// none where only one question or joint question is reported. Of samples that the survey does not have itself,
    /// the best of one to eight questions is told.
    #[must_use]
    pub fn compared(
        &self,
        survey: &Survey,
        file: &SurveyFile,
        people: &People<'_>,
    ) -> Vec<ComparedPlan> {
        let entries = u32::try_from(survey.entries().count()).unwrap_or(u32::MAX);
        if entries < 2 {
            return Vec::new();
        }
        let own = ComparedPlan {
            plan: file.plan,
            sample: file.sample,
            declared: true,
            best: false,
            outcome: PlanOutcome::Planned(PlanFigures::new(self, false)),
        };
        let other = |plan, sample| ComparedPlan {
            plan,
            sample,
            declared: false,
            best: false,
            outcome: outcome(file, (plan, sample), people),
        };
        let drawn = (1..entries.min(MOST_DRAWN + 1)).map(Some);
        let samples = drawn.filter(|&sample| sample != file.sample);
        // Nobody is proposed a sample of which nothing would be told.
        let samples = samples
            .map(|sample| other(Plan::Sample, sample))
            .filter(|plan| plan.figures().is_none_or(|figures| figures.is_told));
        let mut plans: Vec<_> = [Plan::Fixed, Plan::Split]
            .into_iter()
            .filter(|&plan| plan != file.plan)
            .map(|plan| other(plan, None))
            .chain(samples.min_by(ComparedPlan::by_people))
            .chain([own])
            .collect();
        plans.sort_by_key(|plan| (plan.plan.name(), plan.sample));
        let told = plans
            .iter_mut()
            .filter(|plan| plan.figures().is_some_and(|figures| figures.is_told));
        let best = told.min_by(|one, other| {
            let by_people = ComparedPlan::by_people(one, other);
            by_people.then(other.declared.cmp(&one.declared))
        });
        if let Some(best) = best {
            best.best = true;
        }
        plans
    }
}

impl ComparedPlan {
    /// Its figures, where there are any.
    #[must_use]
    pub const fn figures(&self) -> Option<&PlanFigures> {
        match &self.outcome {
            PlanOutcome::Planned(figures) => Some(figures),
            PlanOutcome::Refused { .. } => None,
        }
    }

    /// By what the question that takes the most takes. The margin decides where no number is enough.
    fn by_people(one: &Self, other: &Self) -> Ordering {
        let people = |plan: &Self| {
            let figures = plan.figures();
            let people = figures.and_then(|figures| figures.respondents);
            let margin = figures.map_or(f64::INFINITY, |figures| figures.margin);
            (people.unwrap_or(u64::MAX), margin)
        };
        let (one, other) = (people(one), people(other));
        one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
    }
}

impl PlanFigures {
    fn new(planned: &PlannedSurvey, by_auto: bool) -> Self {
        let questions = planned.questions.iter().map(|question| {
            let [_, five_points, ..] = question.needed;
            ComparedQuestion {
                id: question.id.clone(),
                mechanism: question.mechanism,
                epsilon: question.epsilon,
                respondents: five_points.respondents,
                margin: question.margin,
            }
        });
        let questions: Vec<_> = questions.collect();
        let needed: Option<Vec<u64>> = questions.iter().map(|one| one.respondents).collect();
        Self {
            by_auto,
            epsilon_actual: planned.epsilon_actual,
            respondents: needed.and_then(|needed| needed.into_iter().max()),
            told_from: planned
                .told
                .iter()
                .map(|one| one.told_from)
                .max()
                .unwrap_or(0),
            is_told: planned.is_told(),
            margin: questions.iter().map(|one| one.margin).fold(0.0, f64::max),
            questions,
        }
    }
}

/// What the survey would be under a plan.
fn outcome(file: &SurveyFile, plan: (Plan, Option<u32>), people: &People<'_>) -> PlanOutcome {
    if plan.0 == Plan::Fixed {
        return PlanOutcome::Refused {
            not_planned: "under \"fixed\" every question has an \"epsilon\" of its own, which the survey does not give; with its part of the whole each would have what it has under \"split\"".to_owned(),
        };
    }
    let shared = shared(file, plan);
    match planned(shared.clone(), people) {
        Ok(planned) => PlanOutcome::Planned(PlanFigures::new(&planned, false)),
        // What is wrong may be a mechanism that does not serve so small an ε.
        Err(not_planned) => planned(by_auto(shared), people)
            .map_or(PlanOutcome::Refused { not_planned }, |planned| {
                PlanOutcome::Planned(PlanFigures::new(&planned, true))
            }),
    }
}

fn planned(file: SurveyFile, people: &People<'_>) -> Result<PlannedSurvey, String> {
    let survey = Survey::try_from(file).map_err(|faults| {
        let first = faults.as_slice().first();
        first.map_or_else(|| faults.to_string(), ToString::to_string)
    })?;
    // Nobody is told why a mechanism is taken, which takes a while to say.
    PlannedSurvey::new(&survey, people, |_| true).map_err(|error| error.to_string())
}

/// The survey under another plan, at the same ε: nothing that followed from the survey's own plan is left.
fn shared(file: &SurveyFile, (plan, sample): (Plan, Option<u32>)) -> SurveyFile {
    let mut file = file.clone();
    file.plan = plan;
    file.sample = sample;
    for question in &mut file.questions {
        question.epsilon = None;
        // The weights of a table of one's own are the mechanism.
        let named = question.mechanism.as_deref().map(Mechanism::named);
        if !named.is_some_and(|named| named.is_ok_and(Mechanism::is_own_table)) {
            question.weights = None;
        }
        if plan != Plan::Split {
            question.share = None;
        }
    }
    for joint in file.link.iter_mut().flatten() {
        joint.weights = None;
    }
    file
}

/// The same with no mechanism named.
fn by_auto(mut file: SurveyFile) -> SurveyFile {
    for question in &mut file.questions {
        question.mechanism = None;
        question.weights = None;
    }
    for joint in file.link.iter_mut().flatten() {
        joint.mechanism = None;
    }
    file
}
