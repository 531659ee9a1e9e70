//! What a collector and its clients say to each other: settings, status, tokens, sessions, invites,
//! receipts, validation reports, rooms of classes, arrivals and the audit log, each as one type for both sides.
//!
//! Surveys, submissions, results and problems are in `sotto-survey`. Nothing here serves, stores or
//! asks the time; with no feature chosen it runs in a browser.
//!
//! ```
//! use sotto_api::{Access, Settings, TokenRequest};
//!
//! let settings: Settings = serde_json::from_str(r#"{"access":"invites","quota":30}"#)?;
//! assert_eq!(settings.access, Access::Invites);
//! settings.check()?;
//!
//! // A request says no more than it may: a misspelt member is refused.
//! let request = r#"{"name":"Ms Lee","role":"teacher","survey":["census"]}"#;
//! assert!(serde_json::from_str::<TokenRequest>(request).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - `client` asks a collector over HTTP (`sotto_api::client`);
//! - `unlinkable` is the respondent's side of unlinkable tokens (`sotto_api::unlinkable`);
//! - `public-log` is the log of all that a collector gave out (`sotto_api::public_log`);
//! - `schema` gives every type a schema for the API's description.
#![forbid(unsafe_code)]

mod arrivals;
mod audit_log;
#[cfg(feature = "client")]
pub mod client;
mod cross_tabs;
mod edits;
mod invites;
mod moment;
#[cfg(feature = "public-log")]
pub mod public_log;
mod published_hash;
mod receipt;
mod rooms;
mod settings;
mod sums;
mod surveys;
mod tokens;
#[cfg(feature = "unlinkable")]
pub mod unlinkable;
mod validation;
mod versions;

pub use arrivals::{HourArrivals, SurveyArrivals};
pub use audit_log::EntryView;
pub use cross_tabs::{AdjustedShare, CellView, CrossTabs, CrossedQuestion, IndependenceView};
pub use edits::{EditChange, EditReport};
pub use invites::{
    EvaluationView, InviteRequest, InvitesView, NewInvites, PurchaseRequest, PurchaseView,
};
pub use moment::{Moment, NotAMoment};
pub use published_hash::PublishedHash;
pub use receipt::{Outcome, Receipt};
pub use rooms::{
    FEWEST_REVEALED, OpenedRoom, RevealedOption, RoomAct, RoomQuestion, RoomRequest, RoomSnapshot,
    RoomStep,
};
pub use settings::{
    Access, ChangedSettings, ClassCode, NotAnOrigin, Origin, Phase, Readers, RelayError,
    RelaySettings, Retention, Settings, SettingsError, WebhookSettings,
};
pub use sums::{ComparedSum, Sums, SumsRequest};
pub use surveys::{Status, SurveyView, VersionView};
pub use tokens::{NewToken, Role, SessionView, SetUp, SignIn, TokenName, TokenRequest, TokenView};
pub use validation::{Cost, QuestionCost, SurveyProblem, ValidationReport};
pub use versions::WantedVersions;
