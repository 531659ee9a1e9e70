//! Publishing: from then on a version never changes. What the designer left open, `auto` and the
//! mechanisms' integers, is decided and stands in what is published.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use sotto_api::{Access, EditReport, Phase, Settings};
use sotto_survey::{Edit, EditClass, Json, Survey, SurveyFile};

use super::{
    super::{
        ApiError, Context,
        asked::{IfMatch, SentParameters, SurveyId, find, parameters},
        body::SentBody,
        credentials::Credentials,
        pictures::{check_all_kept, keep_only_those_of},
        respond::json,
    },
    MAX_SURVEY, reserved,
};
use crate::{
    access::{Actor, Permission, SurveyScope},
    estimates::InTurn,
    storage::{Creation, StorageError},
};

/// `POST /api/v1/surveys`: the first version of a survey. Its results are for those with a token
/// until its settings say otherwise, and one that gives completion codes of people's own asks for invites.
#[utoipa::path(
    post,
    path = "/api/v1/surveys",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    request_body = SurveyFile,
    responses((status = 201, description = "The survey as it is published", body = SurveyFile)),
)]
pub(in super::super) async fn create_survey(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    body: SentBody,
) -> Result<Response, ApiError> {
    let actor = credentials.actor(&context).await?;
    if !actor.may_create() {
        return Err(ApiError::Forbidden);
    }
    // A first version goes on from no other.
    let survey = read(&context, body).await?.counted_from(Vec::new());
    if let Some(sentence) = reserved(survey.id()) {
        return Err(ApiError::InvalidSurvey(sentence));
    }
    let id = survey.id().as_str();
    let mut settings = Settings::of_new_survey();
    if survey.gives_own_code() {
        settings.access = Access::Invites;
    }
    let settings = serde_json::to_string(&settings).map_err(|_| StorageError::Damaged)?;
    let _turn = context.catalog.turn().await;
    context.catalog.log().check()?;
    match context.storage.create_survey(&survey, &settings).await? {
        Creation::Created(_) => {}
        Creation::Exists => return Err(ApiError::SurveyExists),
        Creation::Deleted { newest } => return Err(ApiError::SurveyDeleted { newest }),
    }
    if matches!(actor.surveys, SurveyScope::These(_)) {
        context
            .storage
            .grant_survey(actor.token.as_str(), id)
            .await?;
    }
    published(&context, &actor, id, "survey.create").await
}

parameters! {
    /// What is to be done with a new version.
    pub(in super::super) struct VersionsQuery {
        /// Whether to say only what publishing it would do
        #[serde(default, rename = "dry-run")]
        dry_run: bool,
    }
    "the only parameter is \"dry-run\", once, true or false"
}

/// `POST /api/v1/surveys/{id}/versions`: a later version, which collects from now on. The earlier
/// ones take no more submissions, and keep their results. An edit that would cost people more privacy than they were
/// promised is refused until the survey is closed.
#[utoipa::path(
    post,
    path = "/api/v1/surveys/{id}/versions",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(
        ("id" = String, Path, description = "The survey's id"),
        ("if-match" = Option<String>, Header, description = "The version that the edit was made from, in quotation marks, as the survey's \"etag\" has it"),
        VersionsQuery,
    ),
    request_body = SurveyFile,
    responses(
        (status = 200, description = "What publishing it would do, of a dry run", body = EditReport),
        (status = 201, description = "The version as it is published", body = SurveyFile),
    ),
)]
pub(in super::super) async fn publish_version(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    SurveyId(id): SurveyId,
    query: SentParameters<VersionsQuery>,
    made_from: IfMatch,
    body: SentBody,
) -> Result<Response, ApiError> {
    let actor = credentials.may(&context, Permission::Edit, &id).await?;
    find(&context, &id)?;
    let query = query.read()?;
    let survey = read(&context, body).await?;
    if survey.id().as_str() != id {
        return Err(ApiError::AnotherSurvey);
    }
    let _turn = context.catalog.turn().await;
    context.catalog.look(&*context.storage).await?;
    let (report, survey) = edit(&context, &id, survey, &made_from).await?;
    if query.dry_run {
        return json(StatusCode::OK, &report);
    }
    if !report.permitted {
        return Err(ApiError::EditForbidden(forbidden(&report)));
    }
    let access = find(&context, &id)?.settings().access;
    if survey.gives_own_code() && !access.is_for_the_invited() {
        return Err(ApiError::OwnCodeForAnybody);
    }
    check_all_kept(&context, &survey).await?;
    context.catalog.log().check()?;
    let after = report.current;
    if context
        .storage
        .publish_version(&survey, after)
        .await?
        .is_none()
    {
        // Another collector has published one since the look.
        context.catalog.look(&*context.storage).await?;
        let current = find(&context, &id)?.current().survey().version();
        return Err(ApiError::EditedMeanwhile { current });
    }
    keep_only_those_of(&context, &survey).await?;
    published(&context, &actor, &id, "survey.version").await
}

/// What publishing a survey after the version that collects would do, and the survey with what goes on being counted in
/// it.
async fn edit(
    context: &Context,
    id: &str,
    survey: Survey,
    made_from: &IfMatch,
) -> Result<(EditReport, Survey), ApiError> {
    let listed = find(context, id)?;
    let published = Arc::clone(listed.current());
    let current = published.survey().version();
    if !made_from.matches(current) {
        return Err(ApiError::EditedMeanwhile { current });
    }
    if survey.version() <= current {
        return Err(ApiError::VersionConflict { current });
    }
    let phase = listed
        .phase(&*context.storage, context.clock.moment())
        .await?;
    let counted = listed.counted_with(&published);
    let first = counted
        .earlier
        .last()
        .unwrap_or(&published)
        .survey()
        .version();
    // Surveys may have hundreds of long questions.
    let turn = context.designing.take().await?;
    let compare = move |_: &InTurn| {
        let before = published.survey();
        let edit = Edit::between(before, &survey);
        let report = EditReport::of(&edit, (before, &survey), phase == Phase::Closed);
        let counted_since = edit.counted_since((before, &survey), first);
        (report, survey.counted_from(counted_since))
    };
    Ok(turn.work(compare).await?.1)
}

/// The changes that are forbidden, each with its pointer.
fn forbidden(report: &EditReport) -> String {
    let changes = report.changes.iter();
    let told: Vec<_> = changes
        .filter(|change| change.class == EditClass::ForbiddenWhileOpen)
        .map(|change| format!("{}: {}", change.pointer, change.sentence))
        .collect();
    told.join("; ")
}

/// Reads a survey, and decides what its designer left open.
async fn read(context: &Context, body: SentBody) -> Result<Survey, ApiError> {
    let bytes = body.bytes(MAX_SURVEY).await?;
    // Choosing mechanisms for hundreds of long questions takes its time.
    let turn = context.designing.take().await?;
    let survey = turn.work(move |_: &InTurn| {
        let json: Json = serde_json::from_slice(&bytes)
            .map_err(|error| ApiError::MalformedBody(format!("the body is not JSON: {error}")))?;
        // The studio and `sotto publish` ask for the designer's word above a total of 3. Programs written for
        // the format before it knew the word publish as they did; respondents are told either way.
        Survey::read(json).map_err(|faults| ApiError::InvalidSurvey(faults.to_string()))
    });
    survey.await?.1
}

async fn published(
    context: &Context,
    actor: &Actor,
    id: &str,
    act: &str,
) -> Result<Response, ApiError> {
    context.catalog.look(&*context.storage).await?;
    context.record(actor, act, Some(id)).await?;
    let listed = find(context, id)?;
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        // An id needs no escaping.
        (header::LOCATION, format!("/api/v1/surveys/{id}")),
    ];
    let definition = listed.current().definition().clone();
    Ok((StatusCode::CREATED, headers, definition).into_response())
}
