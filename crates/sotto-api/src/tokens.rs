//! Tokens, what each role may do, and the sessions of browsers.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sotto_survey::Identifier;

const MAX_NAME: usize = 100;

/// What a token is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Role {
    /// Reads results.
    Viewer,
    /// Opens and closes as well, and reads the settings.
    Teacher,
    /// Makes, changes and deletes surveys as well, and exports noisy rows.
    Designer,
    /// Everything, for every survey: tokens and the audit log as well.
    Operator,
}

impl Role {
    /// Every role; each may do what those before it may.
    pub const ALL: [Self; 4] = [Self::Viewer, Self::Teacher, Self::Designer, Self::Operator];

    /// Its name, as it is stored and sent.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Teacher => "teacher",
            Self::Designer => "designer",
            Self::Operator => "operator",
        }
    }

    /// The role of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// A token's name: 1 to 100 characters, none of them a control character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(value_type = String, min_length = 1, max_length = 100)
)]
pub struct TokenName(String);

impl TryFrom<String> for TokenName {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let characters = text.chars().take(MAX_NAME + 1).count();
        if !(1..=MAX_NAME).contains(&characters) || text.chars().any(char::is_control) {
            return Err("a name has 1 to 100 characters, and no control characters");
        }
        Ok(Self(text))
    }
}

impl From<TokenName> for String {
    fn from(name: TokenName) -> Self {
        name.0
    }
}

/// What a new token is to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TokenRequest {
    /// What people call it.
    pub name: TokenName,
    /// What it may do.
    pub role: Role,
    /// The surveys it is for; null: all. A designer's new surveys are added. An operator's is for
    /// all.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<Identifier>>, max_items = 1000))]
    pub surveys: Option<BTreeSet<Identifier>>,
    /// Days until it expires; null: it does not.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 36525))]
    pub days: Option<u32>,
}

/// A token that has just been made.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NewToken {
    /// The part that is no secret.
    pub id: String,
    /// What it may do.
    pub role: Role,
    /// The whole token. It is shown once, and cannot be found again.
    pub token: String,
}

/// A token as operators see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TokenView {
    /// The part that is no secret.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it may do.
    pub role: String,
    /// null: all.
    pub surveys: Option<Vec<String>>,
    /// The day it was made.
    #[cfg_attr(feature = "schema", schema(format = Date))]
    pub created: String,
    /// The first day on which it no longer works.
    #[cfg_attr(feature = "schema", schema(format = Date))]
    pub expires: Option<String>,
}

/// What makes the first operator.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SetUp {
    /// The token that the collector printed when it started.
    pub setup_token: String,
    /// The first operator's name.
    pub name: TokenName,
}

/// What signs a browser in.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SignIn {
    /// A whole token.
    pub token: String,
}

/// Who is signed in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SessionView {
    /// The id of the token.
    pub token: String,
    /// What it may do.
    pub role: Role,
    /// The surveys that it is for; null: all.
    pub surveys: Option<Vec<String>>,
    /// To be sent as "x-sotto-csrf" with every change.
    pub csrf: String,
}
