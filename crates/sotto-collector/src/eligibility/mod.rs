//! Who may answer a survey, and how often: one person, one answer, as strongly as the survey asks.
//!
//! | mode | who can answer | how often | what ties a person to a report |
//! | --- | --- | --- | --- |
//! | open | everybody | as often as they like | nothing |
//! | class code | whoever was told the code | as often as they like | nothing |
//! | invites | whoever was given a code | once for each code | nothing is stored; but the collector sees code and report together for a moment, and a dishonest one could note it |
//! | unlinkable | whoever was given a code | once for each code | nothing, even for a dishonest collector, except the moments at which tokens are bought and spent |
//!
//! Nothing here knows HTTP.

mod code;
mod service;
mod token;

pub(crate) use code::Code;
pub(crate) use service::{
    BlindedCode, DrawnInvites, Eligibility, EligibilityError, KeptKey, Terms,
};
use token::KeyError;
pub(crate) use token::{IssuingKey, UnlinkableToken};
