//! Two questions crossed that are reported apart: from the noisy rows.

use std::sync::Arc;

use axum::{http::StatusCode, response::Response};
use sotto_api::{CellView, CrossTabs, CrossedQuestion};
use sotto_ldp::{
    Collector, Confidence, Epsilon, Report, choose_joint,
    cross_tabs::{CrossTabError, JointCounts},
    groups::{crossed_variance_at_uniform, variance_at_uniform},
    independence::of_separate_reports,
    intervals::Population,
};
use sotto_survey::{Joint, Part, PartRole, Plan, Survey};

use super::{
    super::{ApiError, respond::json},
    views,
};
use crate::{
    estimates::{InTurn, Published},
    storage::{NoisyRow, StorageError},
};

fn impossible(error: &CrossTabError) -> ApiError {
    ApiError::CrossTabs(error.to_string())
}

/// Two questions, and what was counted of both.
pub(super) struct Crossing {
    published: Arc<Published>,
    first: CrossedSide,
    second: CrossedSide,
    counts: JointCounts,
}

impl Crossing {
    pub(super) fn new(
        published: &Arc<Published>,
        first: &str,
        second: &str,
    ) -> Result<Self, ApiError> {
        let survey = published.survey();
        let (first, second) = (
            CrossedSide::of(survey, first)?,
            CrossedSide::of(survey, second)?,
        );
        let sizes = (first.oracle.domain_size(), second.oracle.domain_size());
        let counts = JointCounts::empty(sizes.0, sizes.1).map_err(|error| impossible(&error))?;
        Ok(Self {
            published: Arc::clone(published),
            first,
            second,
            counts,
        })
    }

    /// Counts some rows.
    pub(super) fn add(&mut self, _: &InTurn, rows: &[NoisyRow]) -> Result<(), StorageError> {
        let parts = self.published.survey().part_count();
        for row in rows {
            let read = serde_json::from_str(&row.reports);
            let reports: Vec<Option<Report>> = read.map_err(|_| StorageError::Damaged)?;
            if reports.len() != parts {
                return Err(StorageError::Damaged);
            }
            // Where respondents report only some questions, those with both.
            if let (Some(a), Some(b)) = (self.first.report(&reports), self.second.report(&reports))
            {
                let pair = ((&*self.first.oracle, a), (&*self.second.oracle, b));
                let added = self.counts.add(pair.0, pair.1);
                added.map_err(|_| StorageError::Damaged)?;
            }
        }
        Ok(())
    }

    /// How many rows were counted.
    pub(super) const fn reports(&self) -> u64 {
        self.counts.reports()
    }

    /// The table.
    pub(super) fn answer(&self, _: &InTurn, confidence: Confidence) -> Result<Response, ApiError> {
        let oracles = (&*self.first.oracle, &*self.second.oracle);
        let survey = self.published.survey();
        // Those with both reports are a sample where not everybody reports both.
        let population = if survey.plan() == Plan::Sample {
            Population::Sampled
        } else {
            survey.population().population()
        };
        let table = self
            .counts
            .estimate(oracles.0, oracles.1, population, confidence)
            .map_err(|error| impossible(&error))?;
        let cells = table.rows().map(|row| {
            row.iter()
                .map(|cell| CellView {
                    estimate: cell.share,
                    standard_error: cell.standard_error,
                    interval: cell.interval.into(),
                })
                .collect()
        });
        let view = CrossTabs {
            survey: survey.id().to_string(),
            version: survey.version(),
            // Rows are those of one version.
            versions: Vec::new(),
            confidence: confidence.level(),
            population: survey.population(),
            reports: self.counts.reports(),
            times_the_people: self.times_the_people(),
            rows: self.first.view(survey),
            columns: self.second.view(survey),
            cells: cells.collect(),
            independence: of_separate_reports(&self.counts, oracles.0, oracles.1)
                .ok()
                .flatten()
                .map(|found| views::independence(&found)),
            adjusted: None,
        };
        json(StatusCode::OK, &view)
    }

    /// By how much the variance of a cell is greater than that of a joint report of the same ε.
    fn times_the_people(&self) -> Option<f64> {
        let sides = [&self.first, &self.second];
        let cells: u32 = sides.iter().map(|side| side.oracle.domain_size()).product();
        if u64::from(cells) > Joint::MAX_CELLS {
            return None;
        }
        let questions = self.published.survey().questions();
        let epsilon = |side: &&CrossedSide| questions.get(side.number)?.epsilon();
        let micros = sides
            .iter()
            .filter_map(epsilon)
            .map(Epsilon::micros_rounded_down)
            .sum();
        let epsilon = Epsilon::from_micros(micros).ok()?;
        let mechanism = choose_joint(&epsilon, cells).ok()?.mechanism;
        let integers = mechanism.parameters(&epsilon, cells).ok()?;
        let joint = variance_at_uniform(&*mechanism.oracle(&integers, cells).ok()?)?;
        let apart = crossed_variance_at_uniform(&*self.first.oracle, &*self.second.oracle)?;
        Some(apart / joint)
    }
}

/// One of the two questions.
struct CrossedSide {
    /// Its number in the survey.
    number: usize,
    /// The index of its part in a row.
    index: usize,
    oracle: Box<dyn Collector>,
}

impl CrossedSide {
    fn of(survey: &Survey, id: &str) -> Result<Self, ApiError> {
        let unknown = || {
            ApiError::CrossTabs(
                "the survey has no such question; name two of its questions' ids".to_owned(),
            )
        };
        let questions = survey.questions();
        let number = questions
            .iter()
            .position(|question| question.id().as_str() == id)
            .ok_or_else(unknown)?;
        let (before, rest) = questions.split_at(number);
        // Linked questions have no parts of their own, and those of links are behind all others.
        let index = before.iter().map(|question| question.parts().len()).sum();
        let question = rest.first().ok_or_else(unknown)?;
        let part = match question.parts() {
            [part] if part.role() == PartRole::Category => part,
            _ => {
                return Err(ApiError::CrossTabs(format!(
                    "question {id:?} has no single category as its answer: only those that have can be crossed"
                )));
            }
        };
        let oracle = oracle(part).map_err(|error| ApiError::CrossTabs(error.to_string()))?;
        Ok(Self {
            number,
            index,
            oracle,
        })
    }

    /// What a row says of it, if something.
    fn report<'a>(&self, row: &'a [Option<Report>]) -> Option<&'a Report> {
        row.get(self.index)?.as_ref()
    }

    fn view(&self, survey: &Survey) -> CrossedQuestion {
        views::question(&survey.questions()[self.number])
    }
}

fn oracle(part: &Part) -> Result<Box<dyn Collector>, sotto_ldp::MechanismError> {
    part.mechanism()
        .oracle(part.parameters(), part.domain().size())
}
