//! The pictures of surveys: handed in by designers, given out to everybody, known by the hash of their bytes. A collector
//! keeps what is seen and nothing that was written beside it, and deletes pictures with their survey.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{FromRequestParts, Path, State},
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use sotto_api::{
    PictureView,
    pictures::{Picture, media_type_of},
};
use sotto_survey::{PictureFile, PictureHash, Survey};

use super::{
    ApiError, Context,
    asked::{NamedSurvey, SurveyId, find},
    body::read,
    credentials::Credentials,
    respond::{json, nothing},
};
use crate::{access::Permission, storage::PictureKept};

/// So many are kept of a survey: those that people see, and as many for the next version.
const MOST_KEPT: usize = 2 * PictureFile::MOST;

/// What of a path names a picture.
#[derive(Deserialize)]
struct OfPicture {
    hash: String,
}

/// The hash in a path.
pub(super) struct Hash(PictureHash);

impl<S: Send + Sync> FromRequestParts<S> for Hash {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let named = Path::<OfPicture>::from_request_parts(parts, state).await;
        let hash = named.ok().and_then(|Path(named)| named.hash.parse().ok());
        hash.map(Self).ok_or(ApiError::UnknownPicture)
    }
}

/// `GET /api/v1/surveys/{id}/pictures/{hash}`: a picture of the survey. What stands at this address never changes.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/pictures/{hash}",
    tag = "respondents",
    params(
        ("id" = String, Path, description = "The survey's id"),
        ("hash" = String, Path, description = "The SHA-256 of the picture's bytes, in 64 hexadecimal digits"),
    ),
    responses((
        status = 200,
        description = "The picture",
        content((String = "image/png"), (String = "image/jpeg"), (String = "image/webp"), (String = "image/avif")),
    )),
)]
pub(super) async fn read_picture(
    State(context): State<Arc<Context>>,
    NamedSurvey(listed): NamedSurvey,
    Hash(hash): Hash,
) -> Result<Response, ApiError> {
    let id = listed.current().survey().id().clone();
    let picture = context.storage.picture(id.as_str(), &hash).await?;
    let bytes = picture.ok_or(ApiError::UnknownPicture)?;
    let headers = [
        (header::CONTENT_TYPE, media_type_of(&bytes)),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    Ok((headers, bytes).into_response())
}

/// `PUT /api/v1/surveys/{id}/pictures/{hash}`: hands in a picture, whose format is told by its content. What is written
/// into it beside what is seen is taken out, and the hash is that of what remains; the refusal of another names it.
#[utoipa::path(
    put,
    path = "/api/v1/surveys/{id}/pictures/{hash}",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(
        ("id" = String, Path, description = "The survey's id"),
        ("hash" = String, Path, description = "The SHA-256 of what is kept of the picture, in 64 hexadecimal digits"),
    ),
    request_body(content = String, content_type = "application/octet-stream", description = "A PNG, JPEG, WebP or AVIF of at most 200,000 bytes"),
    responses((status = 201, description = "It is kept", body = PictureView)),
)]
pub(super) async fn keep_picture(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    SurveyId(id): SurveyId,
    Hash(hash): Hash,
    body: Body,
) -> Result<Response, ApiError> {
    let actor = credentials.may(&context, Permission::Edit, &id).await?;
    find(&context, &id)?;
    let bytes = read(body, Picture::MOST_BYTES).await?;
    let picture = Picture::read(&bytes)?;
    let found = picture.hash();
    if found != hash {
        return Err(ApiError::OtherPicture(found));
    }
    let kept = context
        .storage
        .keep_picture(&id, &hash, picture.bytes(), MOST_KEPT)
        .await?;
    match kept {
        PictureKept::Kept => {}
        PictureKept::NoSurvey => return Err(ApiError::UnknownSurvey),
        PictureKept::Full => return Err(ApiError::TooManyPictures),
    }
    context.record(&actor, "survey.picture", Some(&id)).await?;
    json(StatusCode::CREATED, &PictureView::of(&picture))
}

/// `DELETE /api/v1/surveys/{id}/pictures/{hash}`: unless the version that collects shows it.
#[utoipa::path(
    delete,
    path = "/api/v1/surveys/{id}/pictures/{hash}",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(
        ("id" = String, Path, description = "The survey's id"),
        ("hash" = String, Path, description = "The SHA-256 of the picture's bytes, in 64 hexadecimal digits"),
    ),
    responses((status = 204, description = "Nothing of it is left")),
)]
pub(super) async fn delete_picture(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    SurveyId(id): SurveyId,
    Hash(hash): Hash,
) -> Result<Response, ApiError> {
    let actor = credentials.may(&context, Permission::Edit, &id).await?;
    let listed = find(&context, &id)?;
    let shown = listed.current().survey().picture_hashes();
    if shown.contains(&hash) {
        return Err(ApiError::PictureShown);
    }
    if !context.storage.delete_picture(&id, &hash).await? {
        return Err(ApiError::UnknownPicture);
    }
    context
        .record(&actor, "survey.picture-delete", Some(&id))
        .await?;
    Ok(nothing())
}

/// Refuses a version of which a picture was not handed in.
pub(super) async fn check_all_kept(context: &Context, survey: &Survey) -> Result<(), ApiError> {
    let shown = survey.picture_hashes();
    if shown.is_empty() {
        return Ok(());
    }
    let kept = context.storage.picture_hashes(survey.id().as_str()).await?;
    let missing = shown.into_iter().find(|hash| !kept.contains(hash));
    missing.map_or(Ok(()), |hash| Err(ApiError::PictureMissing(hash)))
}

/// Deletes the pictures of earlier versions.
pub(super) async fn keep_only_those_of(context: &Context, survey: &Survey) -> Result<(), ApiError> {
    let (id, shown) = (survey.id().as_str(), survey.picture_hashes());
    let kept = context.storage.picture_hashes(id).await?;
    for hash in kept.iter().filter(|hash| !shown.contains(hash)) {
        context.storage.delete_picture(id, hash).await?;
    }
    Ok(())
}
