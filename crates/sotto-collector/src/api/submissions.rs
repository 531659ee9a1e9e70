//! Taking submissions.

use std::{sync::Arc, time::Duration};

use axum::{Extension, extract::State, http::StatusCode, response::Response};
use sotto_api::{EvaluationView, Outcome, Phase, Receipt};
use sotto_survey::{Pin, Submission, SubmissionError, SubmissionFile};
use tokio::time::timeout;

use super::{
    ApiError, Context,
    asked::{NamedSurvey, find},
    body::SentBody,
    completion_codes::evaluation_view,
    respond::json,
};
use crate::{
    arrivals::Arrival,
    catalog::Listed,
    eligibility::{BlindedCode, EligibilityError},
    estimates::Published,
    limits::Caller,
    metrics::MetricEvent,
    rooms::RoomError,
    storage::{InviteKey, StorageError, SubmissionKey, SubmissionOutcome},
};

/// The greatest body, in bytes. Beyond it nothing is read.
pub(super) const MAX_BODY: usize = 64 * 1024;

/// How long the storage may take to tell whether a submission may be counted.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) const MEMBERS: &str = "a submission has no other fields than \"version\", \"pin\", \"report_id\", \"reports\", \"invite\" and \"blinded_code\"";

/// `POST /api/v1/surveys/{id}/submissions`: 201 when counted, 200 when it was counted before.
#[utoipa::path(
    post,
    path = "/api/v1/surveys/{id}/submissions",
    tag = "respondents",
    params(("id" = String, Path, description = "The survey's id")),
    request_body = SubmissionFile,
    responses(
        (status = 201, description = "Counted; it is durable", body = Receipt),
        (status = 200, description = "Counted before, with the same reports", body = Receipt),
    ),
)]
pub(super) async fn submit(
    State(context): State<Arc<Context>>,
    Extension(caller): Extension<Caller>,
    NamedSurvey(listed): NamedSurvey,
    body: SentBody,
) -> Result<Response, ApiError> {
    take(&context, &listed, caller, body).await
}

/// Holds a submission against its survey, and counts it.
pub(super) async fn take(
    context: &Context,
    listed: &Listed,
    caller: Caller,
    body: SentBody,
) -> Result<Response, ApiError> {
    let mut file: SubmissionFile = body.json(MAX_BODY, MEMBERS).await?;
    let (invite, blinded) = (file.invite.take(), file.blinded_code.take());
    let published = listed.version(file.version).unwrap_or(listed.current());
    let submission = Submission::check(file, published.survey())?;
    let gives_own_code = published.survey().gives_own_code();
    let blinded = BlindedCode::read(blinded.as_deref(), gives_own_code)?;
    let key = SubmissionKey::of(&submission);
    let key = match &blinded {
        Some(blinded) => key.with_code(blinded.bytes()),
        None => key,
    };
    let told = submission.pin();
    let admitted = admit(context, listed, published, told, invite.as_deref(), caller);
    // Counting has a limit of its own.
    let admitted = timeout(PATIENCE, admitted).await;
    let invite = match admitted.unwrap_or_else(|_| Err(StorageError::Silent.into())) {
        Ok(invite) => invite,
        Err(refusal) => {
            let sent = SentAgain {
                published,
                key: &key,
                blinded: blinded.as_ref(),
            };
            return sent.answer(context, listed, refusal).await;
        }
    };
    // Before anything is counted: whoever was counted must get it.
    let code = match &blinded {
        Some(blinded) => Some(complete(context, listed, blinded).await?),
        None => None,
    };
    let settings = listed.settings();
    let counted = context
        .counter
        .count(published, submission, key, invite, settings.keep_rows);
    let outcome = counted.await?;
    if let Some(per_hour) = settings.per_hour
        && outcome != SubmissionOutcome::Counted
    {
        let survey = published.survey().id().as_str();
        context.paces.give_back(survey, per_hour);
    }
    if outcome == SubmissionOutcome::NotCollecting {
        let refusal = timeout(PATIENCE, changed_meanwhile(context, published)).await;
        let refusal = refusal.unwrap_or_else(|_| StorageError::Silent.into());
        let sent = SentAgain {
            published,
            key: &key,
            blinded: blinded.as_ref(),
        };
        return sent.answer(context, listed, refusal).await;
    }
    if outcome == SubmissionOutcome::Counted {
        note(context, published, Arrival::Counted);
    }
    context.metrics.count(match outcome {
        SubmissionOutcome::Counted => MetricEvent::Counted,
        _ => MetricEvent::NotCounted,
    });
    match outcome {
        SubmissionOutcome::Counted => receipt(Outcome::Counted, code),
        SubmissionOutcome::CountedBefore => receipt(Outcome::CountedBefore, code),
        SubmissionOutcome::IdReused => Err(ApiError::ReportIdReused),
        SubmissionOutcome::InviteSpent => Err(ApiError::InviteSpent),
        SubmissionOutcome::Full => Err(ApiError::Full),
        SubmissionOutcome::NotCollecting => Err(ApiError::NotCollecting),
    }
}

/// Whether a submission may be counted now, and the invite that it spends.
async fn admit(
    context: &Context,
    listed: &Listed,
    published: &Arc<Published>,
    told: Option<Pin>,
    invite: Option<&str>,
    caller: Caller,
) -> Result<Option<InviteKey>, ApiError> {
    collects(context, listed, published).await?;
    let pin = listed.pin(published);
    if let Some(found) = told.filter(|&told| told != pin) {
        let current = pin;
        return Err(SubmissionError::Pin { found, current }.into());
    }
    let current = listed.current();
    if let Some(code) = listed.room() {
        match context.rooms.read(code).await {
            Ok(found) if found.room.takes(current.survey().version()) => {}
            Ok(_) | Err(RoomError::Unknown) => return Err(ApiError::NotCollecting),
            Err(error) => return Err(ApiError::Room(error)),
        }
    }
    let terms = listed.terms();
    let spent = context.eligibility.check(&terms, invite, caller).await?;
    if let Some(per_hour) = listed.settings().per_hour {
        let id = current.survey().id().as_str();
        let taken = context.paces.take(id, per_hour, context.clock.instant());
        taken.map_err(ApiError::TooManyAnswers)?;
    }
    Ok(spent)
}

/// Rooms are left out: they are nobody's but their class's.
fn note(context: &Context, published: &Published, arrival: Arrival) {
    if published.stored().room.is_some() {
        return;
    }
    let survey = published.survey().id().as_str();
    context
        .arrivals
        .note(survey, arrival, context.clock.moment());
}

/// Whether a version collects now, as far as this collector knows; the storage has the last word.
async fn collects(
    context: &Context,
    listed: &Listed,
    published: &Published,
) -> Result<(), ApiError> {
    let current = listed.current();
    if published.stored().key != current.stored().key {
        return Err(ApiError::Submission(SubmissionError::Version {
            found: published.survey().version(),
            current: current.survey().version(),
        }));
    }
    match listed
        .phase(&*context.storage, context.clock.moment())
        .await?
    {
        Phase::Open => Ok(()),
        Phase::NotYetOpen => Err(ApiError::NotYetOpen),
        Phase::Closed => Err(ApiError::NotCollecting),
        Phase::Full => Err(ApiError::Full),
    }
}

/// Why the storage counts nothing more for a version that was taken to collect: it was changed since this
/// collector looked last. If it collects again by now, the device is to send again.
async fn changed_meanwhile(context: &Context, published: &Published) -> ApiError {
    let collects = async {
        context.catalog.look(&*context.storage).await?;
        let listed = find(context, published.survey().id().as_str())?;
        collects(context, &listed, published).await
    };
    match collects.await {
        Ok(()) => StorageError::Contended.into(),
        Err(refusal) => refusal,
    }
}

/// A device that did not hear that it was counted sends the same again, perhaps when the survey has
/// closed, has another version, or knows its invite no more. What was counted stays counted; anything
/// else is refused.
struct SentAgain<'a> {
    published: &'a Published,
    key: &'a SubmissionKey,
    blinded: Option<&'a BlindedCode>,
}

impl SentAgain<'_> {
    async fn answer(
        &self,
        context: &Context,
        listed: &Listed,
        refusal: ApiError,
    ) -> Result<Response, ApiError> {
        if matches!(
            refusal,
            ApiError::Storage(_) | ApiError::Eligibility(EligibilityError::Wait(_))
        ) {
            return Err(refusal);
        }
        let survey = self.published.stored().key;
        if context.storage.was_counted(survey, self.key).await? {
            context.metrics.count(MetricEvent::NotCounted);
            let code = match self.blinded {
                Some(blinded) => Some(complete(context, listed, blinded).await?),
                None => None,
            };
            return receipt(Outcome::CountedBefore, code);
        }
        if matches!(refusal, ApiError::TooManyAnswers(_)) {
            note(context, self.published, Arrival::TurnedAway);
        }
        Err(refusal)
    }
}

/// The completion code of somebody's own, as their device goes on with it.
async fn complete(
    context: &Context,
    listed: &Listed,
    blinded: &BlindedCode,
) -> Result<EvaluationView, ApiError> {
    let completed = context.eligibility.complete(&listed.terms(), blinded).await;
    Ok(evaluation_view(&completed?))
}

fn receipt(outcome: Outcome, code: Option<EvaluationView>) -> Result<Response, ApiError> {
    let status = match outcome {
        Outcome::Counted => StatusCode::CREATED,
        Outcome::CountedBefore => StatusCode::OK,
    };
    json(status, &Receipt { outcome, code })
}
