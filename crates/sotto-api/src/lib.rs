#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod arrivals;
mod audit_log;
#[cfg(feature = "client")]
pub mod client;
mod completion_codes;
mod cross_tabs;
mod edits;
mod invites;
mod moment;
mod picture_view;
#[cfg(feature = "pictures")]
pub mod pictures;
mod pools;
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
pub use completion_codes::{CheckedCodes, CodeState, CodesCheck, LETTERS, NoOwnCode, OwnCode};
pub use cross_tabs::{AdjustedShare, CellView, CrossTabs, CrossedQuestion, IndependenceView};
pub use edits::{EditChange, EditReport};
pub use invites::{
    EvaluationView, InviteCheck, InviteRequest, InvitesView, NewInvites, PurchaseRequest,
    PurchaseView,
};
pub use moment::{Moment, NotAMoment};
pub use picture_view::PictureView;
pub use pools::{OpenedPool, PoolKey, PoolRequest, PoolView};
pub use published_hash::PublishedHash;
pub use receipt::{Outcome, Receipt};
pub use rooms::{
    FEWEST_REVEALED, JoinedRoom, OpenedRoom, RevealedOption, RoomAct, RoomPool, RoomQuestion,
    RoomRequest, RoomSnapshot, RoomStep, RoomView,
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
