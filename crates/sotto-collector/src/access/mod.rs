//! Who may do what: tokens of designers, teachers, viewers and operators, the sessions of their
//! browsers, and what stops guessing. Respondents have no part in this.
//!
//! Nothing here knows HTTP. No secret can be printed: what holds one has a `Debug`
//! that leaves it out.

mod attempts;
mod authenticator;
mod role;
mod session;
mod token;

pub(crate) use authenticator::{AccessError, Authenticator, Grant};
pub(crate) use role::{Actor, Permission, SurveyScope};
pub(crate) use session::SessionSecret;
pub(crate) use token::{SetupToken, Token, TokenId};

use attempts::Attempts;
use token::{SecretHash, Verified};
