//! Two questions crossed.

use std::sync::Arc;

use axum::{
    extract::{Path, Query, State, rejection::PathRejection, rejection::QueryRejection},
    http::StatusCode,
    response::Response,
};
use serde::Deserialize;
use sotto_api::{CellView, CrossTabs, CrossedQuestion};
use sotto_ldp::{
    Confidence, DynFrequencyOracle, Report,
    cross_tabs::{CrossTab, CrossTabError, JointCounts},
    intervals::Population,
};
use sotto_survey::{Category, Part, PartRole, Survey};

use super::{
    ApiError, Context,
    credentials::Credentials,
    exports::check_rows,
    respond::json,
    results::may_read,
    surveys::{find, version},
};
use crate::{
    catalog::Published,
    exports::{Row, RowError},
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
    /// A version; the one that collects unless given
    #[param(minimum = 1)]
    version: Option<u32>,
}

/// `GET /api/v1/surveys/{id}/cross-tabs?questions=a,b`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/cross-tabs",
    operation_id = "read_cross_tabs",
    tag = "results",
    security((), ("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), CrossTabsQuery),
    responses((status = 200, description = "The shares of all pairs of answers, from the noisy rows", body = CrossTabs)),
)]
pub(super) async fn read(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: Result<Path<String>, PathRejection>,
    query: Result<Query<CrossTabsQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let listed = find(&context, id)?;
    may_read(&context, &credentials, &listed).await?;
    let Query(query) = query.map_err(|_| MALFORMED)?;
    let confidence = match query.confidence {
        None => Confidence::default(),
        Some(level) => Confidence::new(level).map_err(|_| MALFORMED)?,
    };
    let published = version(&listed, query.version)?;
    let (first, second) = query.questions.split_once(',').ok_or(MALFORMED)?;
    if first == second {
        return Err(ApiError::CrossTabs(ALIKE.to_owned()));
    }
    let mut crossing = Crossing::new(published, first, second)?;
    let minimum = listed.minimum_reports(published);
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
    if crossing.counts.reports() < minimum {
        return Err(ApiError::TooFewReports);
    }
    let (_, answer) = turn.work(move || crossing.answer(confidence)).await?;
    answer
}

const MALFORMED: ApiError = ApiError::MalformedQuery(
    "name two questions, such as \"questions=a,b\"; \"confidence\" and \"version\" may stand beside it, each once",
);

const ALIKE: &str = "a question cannot be crossed with itself: name two";

fn impossible(error: &CrossTabError) -> ApiError {
    ApiError::CrossTabs(error.to_string())
}

/// Two questions, and what was counted of both.
struct Crossing {
    published: Arc<Published>,
    first: Side,
    second: Side,
    counts: JointCounts,
}

impl Crossing {
    fn new(published: &Arc<Published>, first: &str, second: &str) -> Result<Self, ApiError> {
        let survey = published.survey();
        let (first, second) = (Side::of(survey, first)?, Side::of(survey, second)?);
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
            let row = Row::read(&row.reports, parts)?;
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
            rows: self.first.view(survey),
            columns: self.second.view(survey),
            cells: cells(&table),
        };
        json(StatusCode::OK, &view)
    }
}

/// One of the two questions.
struct Side {
    /// Its number in the survey.
    number: usize,
    /// The place of its part in a row.
    place: usize,
    oracle: Box<dyn DynFrequencyOracle>,
}

impl Side {
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
        let place = before.iter().map(|question| question.parts().len()).sum();
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
            place,
            oracle,
        })
    }

    /// What a row says of it, if something.
    fn report(&self, row: &Row) -> Result<Option<Report>, RowError> {
        let report = row.reports().get(self.place).cloned();
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

fn oracle(part: &Part) -> Result<Box<dyn DynFrequencyOracle>, sotto_ldp::MechanismError> {
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
