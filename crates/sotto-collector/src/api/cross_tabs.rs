//! Two questions crossed.

use std::sync::Arc;

use axum::{
    extract::{Path, Query, State, rejection::PathRejection, rejection::QueryRejection},
    http::StatusCode,
    response::Response,
};
use serde::{Deserialize, Serialize};
use sotto_ldp::{
    Confidence, DynFrequencyOracle, Report,
    cross_tabs::{CrossTab, CrossTabError, JointCounts},
    intervals::Population,
};
use sotto_survey::{Category, Part, PartRole, Question, Survey};
use utoipa::ToSchema;

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

/// The shares of all pairs of answers.
#[derive(Serialize, ToSchema)]
pub(super) struct CrossTabs {
    survey: String,
    version: u32,
    confidence: f64,
    /// The number of submissions with both questions
    reports: u64,
    /// The question whose categories are the rows
    rows: CrossedQuestion,
    /// The question whose categories are the columns
    columns: CrossedQuestion,
    /// Row by row
    cells: Vec<Vec<CellView>>,
}

/// One of two crossed questions.
#[derive(Serialize, ToSchema)]
pub(super) struct CrossedQuestion {
    id: String,
    categories: Vec<String>,
}

/// A pair of answers.
#[derive(Serialize, ToSchema)]
pub(super) struct CellView {
    /// The unbiased share of all submissions; it may lie below 0 or above 1
    estimate: f64,
    /// The standard deviation of the estimate
    standard_error: f64,
    /// The ends of the interval, not cut at 0 or 1
    interval: [f64; 2],
}

/// `GET /api/v1/surveys/{id}/cross-tabs?questions=a,b`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/cross-tabs",
    operation_id = "read_cross_tabs",
    tag = "results",
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
    let survey = published.survey();
    let (first, second) = query.questions.split_once(',').ok_or(MALFORMED)?;
    if first == second {
        return Err(ApiError::CrossTabs(ALIKE.to_owned()));
    }
    let (first, second) = (Side::of(survey, first)?, Side::of(survey, second)?);
    check_rows(&context, &listed, published).await?;
    let counts = count(&context, published, &first, &second).await?;
    if counts.reports() < listed.minimum_reports(published) {
        return Err(ApiError::TooFewReports);
    }
    let table = counts
        .estimate(
            &*first.oracle,
            &*second.oracle,
            Population::Fixed,
            confidence,
        )
        .map_err(|error| impossible(&error))?;
    let view = CrossTabs {
        survey: survey.id().to_string(),
        version: survey.version(),
        confidence: confidence.level(),
        reports: counts.reports(),
        rows: first.view(),
        columns: second.view(),
        cells: cells(&table),
    };
    json(StatusCode::OK, &view)
}

const MALFORMED: ApiError = ApiError::MalformedQuery(
    "name two questions, such as \"questions=a,b\"; \"confidence\" and \"version\" may stand beside it, each once",
);

const ALIKE: &str = "a question cannot be crossed with itself: name two";

fn impossible(error: &CrossTabError) -> ApiError {
    ApiError::CrossTabs(error.to_string())
}

/// One of the two questions.
struct Side<'a> {
    question: &'a Question,
    /// The place of its part in a row.
    place: usize,
    oracle: Box<dyn DynFrequencyOracle>,
}

impl<'a> Side<'a> {
    fn of(survey: &'a Survey, id: &str) -> Result<Self, ApiError> {
        let unknown = || {
            ApiError::CrossTabs(
                "the survey has no such question; name two of its questions' ids".to_owned(),
            )
        };
        let place = survey
            .questions()
            .iter()
            .take_while(|question| question.id().as_str() != id)
            .map(|question| question.parts().len())
            .sum();
        let question = survey
            .questions()
            .iter()
            .find(|question| question.id().as_str() == id)
            .ok_or_else(unknown)?;
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
            question,
            place,
            oracle,
        })
    }

    fn view(&self) -> CrossedQuestion {
        CrossedQuestion {
            id: self.question.id().to_string(),
            categories: self
                .question
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

/// Goes through the rows, some at a time.
async fn count(
    context: &Context,
    published: &Published,
    first: &Side<'_>,
    second: &Side<'_>,
) -> Result<JointCounts, ApiError> {
    let mut counts = JointCounts::empty(first.oracle.domain_size(), second.oracle.domain_size())
        .map_err(|error| impossible(&error))?;
    let parts = published.survey().part_count();
    let mut place = None;
    loop {
        let page = context
            .storage
            .noisy_rows(published.stored().key, place, PAGE)
            .await?;
        let Some(last) = page.last() else {
            return Ok(counts);
        };
        place = Some(last.place);
        for row in &page {
            let row = Row::read(&row.reports, parts)?;
            let report = |side: &Side<'_>| -> Result<Option<Report>, ApiError> {
                let report = row.reports().get(side.place).cloned();
                let report = report.filter(|report| !report.is_null());
                let read = report.map(serde_json::from_value).transpose();
                read.map_err(|_| RowError::Damaged.into())
            };
            // Where respondents report only some questions, those with both.
            if let (Some(a), Some(b)) = (report(first)?, report(second)?) {
                counts
                    .add((&*first.oracle, &a), (&*second.oracle, &b))
                    .map_err(|_| RowError::Damaged)?;
            }
        }
    }
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
