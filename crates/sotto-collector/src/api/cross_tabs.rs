//! Two questions crossed.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};
use serde::Deserialize;
use sotto_api::{CellView, CrossTabs, CrossedQuestion, IndependenceView};
use sotto_ldp::{
    Collector, Confidence, Epsilon, Report, choose_joint,
    cross_tabs::{CrossTab, CrossTabError, JointCounts},
    groups::{crossed_variance_at_uniform, variance_at_uniform},
    independence::{Independence, of_separate_reports},
    intervals::Population,
};
use sotto_survey::{Category, Link, Part, PartRole, Survey};

use super::{
    ApiError, Context,
    asked::{Asked, Named, Parameters},
    credentials::Credentials,
    exports::rows::check_rows,
    linked_tab::LinkedPair,
    respond::json,
    results::{confidence, may_read},
    surveys::version,
};
use crate::{
    estimates::Published,
    exports::{ReportRow, RowError},
    storage::NoisyRow,
};

/// Rows that are read at once.
const PAGE: u32 = 5_000;

/// Which questions to cross.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct CrossTabsQuery {
    /// The ids of two questions with one answer each, joined by a comma
    questions: String,
    /// How sure the intervals are; 0.95 unless given
    #[param(exclusive_minimum = 0, exclusive_maximum = 1)]
    confidence: Option<f64>,
    /// Known shares of one linked question's categories, such as "sex:female=0.51,male=0.49"
    known: Option<String>,
    /// A version; the one that collects unless given
    #[param(minimum = 1)]
    version: Option<u32>,
}

impl Parameters for CrossTabsQuery {
    const SENTENCE: &'static str = "name two questions, such as \"questions=a,b\"; \"known\", \"confidence\" and \"version\" may stand beside it, each once";
}

/// `GET /api/v1/surveys/{id}/cross-tabs?questions=a,b`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/cross-tabs",
    tag = "results",
    security((), ("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), CrossTabsQuery),
    responses((status = 200, description = "The shares of all pairs of answers, from the noisy rows", body = CrossTabs)),
)]
pub(super) async fn read_cross_tabs(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    Named(listed): Named,
    query: Asked<CrossTabsQuery>,
) -> Result<Response, ApiError> {
    may_read(&context, &credentials, &listed).await?;
    let query = query.read()?;
    let confidence = confidence::<CrossTabsQuery>(query.confidence)?;
    let published = version(&listed, query.version)?;
    let (first, second) = query
        .questions
        .split_once(',')
        .ok_or(ApiError::MalformedQuery(CrossTabsQuery::SENTENCE))?;
    if first == second {
        return Err(ApiError::CrossTabs(ALIKE.to_owned()));
    }
    let minimum = listed.minimum_reports(published);
    if let Some(pair) = LinkedPair::of(published, first, second)? {
        let snapshot = published.snapshot(&*context.storage).await?;
        let known = query.known.as_deref();
        let table = pair.answer(&snapshot, confidence, minimum, known)?;
        return json(StatusCode::OK, &table);
    }
    if query.known.is_some() {
        return Err(ApiError::CrossTabs(APART.to_owned()));
    }
    let mut crossing = Crossing::new(published, first, second)?;
    let mut turn = context.crossing.take().await?;
    check_rows(&context, &listed, published).await?;
    let mut place = None;
    loop {
        let key = published.stored().key;
        let page = context.storage.noisy_rows(key, place, PAGE).await?;
        let Some(last) = page.last() else {
            break;
        };
        place = Some(last.place);
        let counted = turn.work(move || crossing.add(&page).map(|()| crossing));
        let (same_turn, counted) = counted.await?;
        (turn, crossing) = (same_turn, counted?);
    }
    if crossing.counts.reports() < minimum.max(1) {
        return Err(ApiError::TooFewReports);
    }
    let (_, answer) = turn.work(move || crossing.answer(confidence)).await?;
    answer
}

const ALIKE: &str = "a question cannot be crossed with itself: name two";

const APART: &str = "\"known\" needs two questions that are linked: only a joint report tells who said what in each stratum";

/// A test's outcome as it travels.
pub(super) fn independence(found: &Independence) -> IndependenceView {
    IndependenceView {
        statistic: found.statistic,
        degrees: found.degrees,
        p_value: found.p_value,
    }
}

fn impossible(error: &CrossTabError) -> ApiError {
    ApiError::CrossTabs(error.to_string())
}

/// Two questions, and what was counted of both.
struct Crossing {
    published: Arc<Published>,
    first: CrossedSide,
    second: CrossedSide,
    counts: JointCounts,
}

impl Crossing {
    fn new(published: &Arc<Published>, first: &str, second: &str) -> Result<Self, ApiError> {
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
    fn add(&mut self, rows: &[NoisyRow]) -> Result<(), RowError> {
        let parts = self.published.survey().part_count();
        for row in rows {
            let row = ReportRow::read(&row.reports, parts)?;
            // Where respondents report only some questions, those with both.
            if let (Some(a), Some(b)) = (self.first.report(&row)?, self.second.report(&row)?) {
                let pair = ((&*self.first.oracle, &a), (&*self.second.oracle, &b));
                let added = self.counts.add(pair.0, pair.1);
                added.map_err(|_| RowError::Damaged)?;
            }
        }
        Ok(())
    }

    fn answer(&self, confidence: Confidence) -> Result<Response, ApiError> {
        let oracles = (&*self.first.oracle, &*self.second.oracle);
        let table = self
            .counts
            .estimate(oracles.0, oracles.1, Population::Fixed, confidence)
            .map_err(|error| impossible(&error))?;
        let survey = self.published.survey();
        let view = CrossTabs {
            survey: survey.id().to_string(),
            version: survey.version(),
            confidence: confidence.level(),
            reports: self.counts.reports(),
            times_the_people: self.times_the_people(),
            rows: self.first.view(survey),
            columns: self.second.view(survey),
            cells: cells(&table),
            independence: of_separate_reports(&self.counts, oracles.0, oracles.1)
                .ok()
                .flatten()
                .map(|found| independence(&found)),
            adjusted: None,
        };
        json(StatusCode::OK, &view)
    }
}

impl Crossing {
    /// By how much the variance of a cell is greater than that of a joint report of the same ε.
    fn times_the_people(&self) -> Option<f64> {
        let sides = [&self.first, &self.second];
        let cells: u32 = sides.iter().map(|side| side.oracle.domain_size()).product();
        if u64::from(cells) > Link::MAX_CELLS {
            return None;
        }
        let questions = self.published.survey().questions();
        let epsilon = |side: &&CrossedSide| questions.get(side.number)?.epsilon();
        let micros = sides.iter().filter_map(epsilon);
        let micros = micros.map(Epsilon::micros_rounded_down).sum();
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
    fn report(&self, row: &ReportRow) -> Result<Option<Report>, RowError> {
        let report = row.reports().get(self.index).cloned();
        let report = report.filter(|report| !report.is_null());
        let read = report.map(serde_json::from_value).transpose();
        read.map_err(|_| RowError::Damaged)
    }

    fn view(&self, survey: &Survey) -> CrossedQuestion {
        let question = &survey.questions()[self.number];
        CrossedQuestion {
            id: question.id().to_string(),
            categories: question
                .categories()
                .map(|category: Category<'_>| category.id().to_owned())
                .collect(),
        }
    }
}

fn oracle(part: &Part) -> Result<Box<dyn Collector>, sotto_ldp::MechanismError> {
    part.mechanism()
        .oracle(part.parameters(), part.domain().size())
}

fn cells(table: &CrossTab) -> Vec<Vec<CellView>> {
    let row = |cells: &[sotto_ldp::cross_tabs::CellEstimate]| {
        let view = cells.iter().map(|cell| CellView {
            estimate: cell.share,
            standard_error: cell.standard_error,
            interval: cell.interval.into(),
        });
        view.collect()
    };
    table.rows().map(row).collect()
}
