//! The surveys that a collector has.

use serde::{Deserialize, Serialize};
use sotto_survey::{Pin, Text};

use crate::{Access, Moment, Phase, RelaySettings};

/// Whether a survey collects, and what it asks of those who answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = StatusView))]
pub struct Status {
    /// The survey's id.
    pub survey: String,
    /// The version that collects.
    pub version: u32,
    /// Whether it collects.
    pub phase: Phase,
    /// When it begins to.
    pub opens: Option<Moment>,
    /// When it ends.
    pub closes: Option<Moment>,
    /// Who may answer, and how often.
    pub access: Access,
    /// Whether each submission's noisy reports are kept together.
    pub keep_rows: bool,
    /// Through whom submissions are sent, and within how many seconds; null: to the collector itself.
    pub relay: Option<RelaySettings>,
    /// The pin of the version that collects: the hash of all that a person is told before they answer.
    pub pin: Pin,
    /// Where access is "unlinkable": the public half of the survey's one key, 32 bytes in base64url.
    /// It never changes.
    pub issuing_key: Option<String>,
}

/// A version of a survey, and those that are counted with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct VersionView {
    /// The version.
    pub version: u32,
    /// Those before it whose counts are added to its own, the newest first.
    pub with: Vec<u32>,
}

/// A survey in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SurveyView {
    /// The survey's id.
    pub id: String,
    /// The version that collects.
    pub version: u32,
    /// Every version that there is.
    pub versions: Vec<u32>,
    /// The title of the version that collects.
    pub title: Text,
    /// Whether it collects.
    pub phase: Phase,
    /// How many submissions the published results include, of the version that collects and those counted with it.
    /// Both move on in steps.
    pub submissions: u64,
}
