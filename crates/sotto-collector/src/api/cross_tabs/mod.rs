//! Two questions crossed.

mod apart;
mod joint;
mod views;

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};
use sotto_api::CrossTabs;

use self::{apart::Crossing, joint::JointPair};
use super::{
    ApiError, Context,
    asked::{NamedSurvey, Parameters, SentParameters, parameters},
    credentials::Credentials,
    exports::rows::given_rows,
    respond::json_bytes,
    results::{Which, confidence, may_read},
};
use crate::{
    access::Permission,
    estimates::{Inquiry, ResultsOptions, Step},
    storage::StorageError,
};

/// Rows that are read at once.
const PAGE: u32 = 5_000;

parameters! {
    /// Which questions to cross.
    pub(super) struct CrossTabsQuery {
        /// The ids of two questions with one answer each, joined by a comma
        questions: String,
        /// How sure the intervals are; 0.95 unless given
        #[param(exclusive_minimum = 0, exclusive_maximum = 1)]
        confidence: Option<f64>,
        /// Known shares of one linked question's categories, such as "sex:female=0.51,male=0.49"
        known: Option<String>,
        /// A version alone
        #[param(minimum = 1)]
        version: Option<u32>,
        /// A version, with the counts of those before it that fit if the questions are linked; the one that
        /// collects unless given
        #[param(minimum = 1)]
        through: Option<u32>,
    }
    "name two questions, such as \"questions=a,b\"; \"known\", \"confidence\" and either \"version\", a version alone, or \"through\", a version with those before it that fit, may stand beside it, each once"
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
    NamedSurvey(listed): NamedSurvey,
    query: SentParameters<CrossTabsQuery>,
) -> Result<Response, ApiError> {
    may_read(&context, &credentials, &listed).await?;
    let query = query.read()?;
    let confidence = confidence::<CrossTabsQuery>(query.confidence)?;
    let which = Which::asked(query.version, query.through)
        .ok_or(ApiError::MalformedQuery(CrossTabsQuery::SENTENCE))?;
    let versions = which.of(&listed)?;
    let published = &versions.newest;
    let (first, second) = query
        .questions
        .split_once(',')
        .ok_or(ApiError::MalformedQuery(CrossTabsQuery::SENTENCE))?;
    if first == second {
        return Err(ApiError::CrossTabs(ALIKE.to_owned()));
    }
    let minimum = listed.minimum_reports(published);
    let step = Step::of(minimum, context.clock.moment());
    if let Some(pair) = JointPair::of(published, first, second)? {
        let now = context.clock.moment();
        let told = versions.told(&*context.storage, minimum, now).await?;
        let (known, questions) = (query.known, &query.questions);
        let inquiry = Inquiry {
            told: (published.stored().key, told.submissions()),
            with: ResultsOptions {
                confidence,
                minimum,
                together: versions.are_several(),
                pin: listed.pin(published),
            },
            what: format!("cross-tabs {questions:?} {known:?}"),
        };
        let table = context
            .answers
            .to(inquiry, &context.crossing, move |in_turn| {
                let asked = (confidence, minimum, known.as_deref());
                let table = pair.answer(in_turn, &told, asked)?;
                let written = serde_json::to_vec(&table);
                written.map_err(|_| ApiError::from(StorageError::Damaged))
            });
        return Ok(json_bytes(StatusCode::OK, table.await?));
    }
    if query.known.is_some() {
        return Err(ApiError::CrossTabs(APART.to_owned()));
    }
    let mut crossing = Crossing::new(published, first, second)?;
    if !step.tells_each() {
        // Few of the rows of a step may have both questions: only for those who may take them away.
        let id = published.survey().id().as_str();
        credentials
            .may(&context, Permission::ExportRows, id)
            .await?;
    }
    let mut turn = context.crossing.take().await?;
    let (given, _) = given_rows(&context, &listed, published).await?;
    let mut after = None;
    loop {
        let key = published.stored().key;
        let page = context.storage.noisy_rows(key, given, after, PAGE).await?;
        let Some(last) = page.last() else {
            break;
        };
        after = Some(last.key);
        let counted = turn.work(move |in_turn| crossing.add(in_turn, &page).map(|()| crossing));
        let (same_turn, counted) = counted.await?;
        (turn, crossing) = (same_turn, counted?);
    }
    if crossing.reports() < minimum.max(1) {
        return Err(ApiError::TooFewReports);
    }
    let answered = turn.work(move |in_turn| crossing.answer(in_turn, confidence));
    answered.await?.1
}

const ALIKE: &str = "a question cannot be crossed with itself: name two";

const APART: &str = "\"known\" needs two questions that are linked: only a joint report tells who said what in each stratum";
