//! Invites, and the unlinkable tokens that they buy.

use serde::{Deserialize, Serialize};

/// How many invites are to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct InviteRequest {
    /// At most [`InviteRequest::MOST`] at once.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 10000))]
    pub number: u32,
}

impl InviteRequest {
    /// The most invites made at once.
    pub const MOST: u32 = 10_000;
}

/// Invites that have just been made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NewInvites {
    /// Each is good for one submission. They are shown once, and cannot be found again.
    pub invites: Vec<String>,
}

/// What is known of a survey's invites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct InvitesView {
    /// How many were made and not withdrawn, used or not.
    pub number: u64,
}

/// A code of which somebody asks, before they answer, whether it lets them in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct InviteCheck {
    /// A class code or an invite, as it was typed.
    #[cfg_attr(feature = "schema", schema(max_length = 140))]
    pub invite: String,
}

/// What buys an unlinkable token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PurchaseRequest {
    /// An invite, or a ticket that came with an earlier token.
    #[cfg_attr(feature = "schema", schema(max_length = 140))]
    pub invite: String,
    /// The version that the token is for, which collects
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub version: u32,
    /// RFC 9497's blinded element of the token, 32 bytes in base64url without padding.
    #[cfg_attr(feature = "schema", schema(min_length = 43, max_length = 43))]
    pub blinded_token: String,
    /// That of the ticket for the versions after this one, in the same form.
    #[cfg_attr(feature = "schema", schema(min_length = 43, max_length = 43))]
    pub blinded_ticket: String,
}

/// RFC 9497's evaluations of both blinded elements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PurchaseView {
    /// That of the token: its public information is `token `, and the version.
    pub token: EvaluationView,
    /// That of the ticket: its public information is `ticket `, and the first version that it is good for.
    pub ticket: EvaluationView,
}

/// RFC 9497's evaluation of a blinded element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EvaluationView {
    /// 32 bytes in base64url without padding.
    pub evaluated: String,
    /// 64 bytes in base64url without padding: the proof that the survey's published key was used.
    pub proof: String,
}
