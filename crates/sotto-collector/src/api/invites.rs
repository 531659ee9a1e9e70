//! Invites: designers have them made, respondents' devices buy unlinkable tokens with them.

use std::sync::Arc;

use axum::{Extension, extract::State, http::StatusCode, response::Response};
use base64ct::{Base64UrlUnpadded, Encoding};
use sotto_api::{
    InviteCheck, InviteRequest, InvitesView, NewInvites, PurchaseRequest, PurchaseView,
    unlinkable::ELEMENT,
};

use super::{
    ApiError, Context,
    asked::NamedSurvey,
    body::{SMALL, SentBody},
    completion_codes::evaluation_view,
    credentials::Credentials,
    respond::{json, nothing},
};
use crate::{
    access::Permission,
    eligibility::{DrawnInvites, EligibilityError},
    limits::Caller,
};

/// `POST /api/v1/surveys/{id}/invites`.
#[utoipa::path(
    post,
    path = "/api/v1/surveys/{id}/invites",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id")),
    request_body = InviteRequest,
    responses((status = 201, description = "The invites", body = NewInvites)),
)]
pub(super) async fn create_invites(
    State(context): State<Arc<Context>>,
    NamedSurvey(listed): NamedSurvey,
    credentials: Credentials,
    body: SentBody,
) -> Result<Response, ApiError> {
    let survey = listed.current().survey().id().as_str();
    let actor = credentials.may(&context, Permission::Edit, survey).await?;
    let members = "the only member is \"number\"";
    let request: InviteRequest = body.json(SMALL, members).await?;
    let number = match usize::try_from(request.number) {
        Ok(number @ 1..) if request.number <= InviteRequest::MOST => number,
        _ => {
            let words = format!("\"number\" must be from 1 to {}", InviteRequest::MOST);
            return Err(ApiError::MalformedBody(words));
        }
    };
    let turn = context.designing.take().await?;
    let id = survey.to_owned();
    let drawn = turn.work(move |in_turn| DrawnInvites::draw(in_turn, &id, number));
    let drawn = drawn.await?.1?;
    let codes = context.eligibility.invite(survey, drawn).await?;
    context
        .record(&actor, "invites.create", Some(survey))
        .await?;
    let invites = codes.iter().map(ToString::to_string).collect();
    json(StatusCode::CREATED, &NewInvites { invites })
}

/// `GET /api/v1/surveys/{id}/invites`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/invites",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id")),
    responses((status = 200, description = "How many there are", body = InvitesView)),
)]
pub(super) async fn read_invites(
    State(context): State<Arc<Context>>,
    NamedSurvey(listed): NamedSurvey,
    credentials: Credentials,
) -> Result<Response, ApiError> {
    let survey = listed.current().survey().id().as_str();
    credentials.may(&context, Permission::Edit, survey).await?;
    let number = context.storage.invite_count(survey).await?;
    json(StatusCode::OK, &InvitesView { number })
}

/// `DELETE /api/v1/surveys/{id}/invites`.
#[utoipa::path(
    delete,
    path = "/api/v1/surveys/{id}/invites",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id")),
    responses((status = 204, description = "Withdrawn; what they have bought stays good")),
)]
pub(super) async fn withdraw_invites(
    State(context): State<Arc<Context>>,
    NamedSurvey(listed): NamedSurvey,
    credentials: Credentials,
) -> Result<Response, ApiError> {
    let survey = listed.current().survey().id().as_str();
    let actor = credentials.may(&context, Permission::Edit, survey).await?;
    context.storage.withdraw_invites(survey).await?;
    context
        .record(&actor, "invites.withdraw", Some(survey))
        .await?;
    Ok(nothing())
}

/// `POST /api/v1/surveys/{id}/invites/check`: refuses what a submission with this code would be refused for.
#[utoipa::path(
    post,
    path = "/api/v1/surveys/{id}/invites/check",
    tag = "respondents",
    params(("id" = String, Path, description = "The survey's id")),
    request_body = InviteCheck,
    responses((
        status = 204,
        description = "It lets somebody answer now; nothing is spent by asking, and nothing kept"
    )),
)]
pub(super) async fn check_invite(
    State(context): State<Arc<Context>>,
    Extension(caller): Extension<Caller>,
    NamedSurvey(listed): NamedSurvey,
    body: SentBody,
) -> Result<Response, ApiError> {
    let members = "the only member is \"invite\"";
    let InviteCheck { invite } = body.json(SMALL, members).await?;
    let version = listed.current().stored().key;
    context
        .eligibility
        .preview(&listed.terms(), version, &invite, caller)
        .await?;
    Ok(nothing())
}

/// `POST /api/v1/surveys/{id}/unlinkable-tokens`.
#[utoipa::path(
    post,
    path = "/api/v1/surveys/{id}/unlinkable-tokens",
    tag = "respondents",
    params(("id" = String, Path, description = "The survey's id")),
    request_body = PurchaseRequest,
    responses((
        status = 200,
        description = "Evaluated; again for the same invite, version and elements, however often it is asked for",
        body = PurchaseView
    )),
)]
pub(super) async fn buy_unlinkable_token(
    State(context): State<Arc<Context>>,
    Extension(caller): Extension<Caller>,
    NamedSurvey(listed): NamedSurvey,
    body: SentBody,
) -> Result<Response, ApiError> {
    let members =
        "the members are \"invite\", \"version\", \"blinded_token\" and \"blinded_ticket\"";
    let request: PurchaseRequest = body.json(SMALL, members).await?;
    let mut bytes = [[0; ELEMENT]; 2];
    let [token, ticket] = &mut bytes;
    let token = element(&request.blinded_token, token)?;
    let ticket = element(&request.blinded_ticket, ticket)?;
    let (version, invite) = (request.version, &request.invite);
    let evaluations = context
        .eligibility
        .sell(&listed.terms(), version, invite, [token, ticket], caller)
        .await?;
    let [token, ticket] = evaluations.map(|evaluation| evaluation_view(&evaluation));
    json(StatusCode::OK, &PurchaseView { token, ticket })
}

fn element<'a>(text: &str, bytes: &'a mut [u8; ELEMENT]) -> Result<&'a [u8], EligibilityError> {
    Base64UrlUnpadded::decode(text, bytes).map_err(|_| EligibilityError::Blinded)
}
