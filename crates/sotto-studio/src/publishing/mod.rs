//! What publishing is about, apart from the page: what came of a request, which version an edit was made
//! from, a survey's terms as they are typed, and what is handed out afterwards.
//!
//! It asks no collector and keeps nothing: the page does, and tells what came of it.

mod arrival;
mod handing_out;
mod naming;
mod refusal;
mod terms;
mod version;

pub(crate) use arrival::setup_token;
pub(crate) use handing_out::{Address, invites_csv};
pub(crate) use naming::names;
pub(crate) use refusal::Refusal;
pub(crate) use terms::{
    ACCESSES, Moments, Terms, TermsFault, access_name, access_patch, lacks_invites, offered,
};
pub use version::MadeFrom;
pub(crate) use version::as_version;
