//! How much one address, or everybody together, may ask of the collector. Addresses are held as
//! numbers under a key that changes every day and is in memory only; nothing here is written
//! anywhere.

mod address;
mod admission;
mod caller;
mod pace;
mod rate;
mod streams;

use std::time::Duration;

pub(crate) use address::TrustedProxies;
pub(crate) use admission::Admission;
use caller::Callers;
pub(crate) use caller::{Caller, network};
pub(crate) use pace::Paces;
pub use rate::Rate;
use rate::RateLimiter;
pub(crate) use streams::{StreamPlace, Streams};

/// What connections and requests may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections open at once.
    pub connections: usize,
    /// Connections open at once from one address; trusted proxies have no such limit.
    pub connections_per_address: usize,
    /// How long a connection may take to say what it wants.
    pub header: Duration,
    /// How long a whole body may take to arrive.
    pub body: Duration,
    /// How long an answer may wait for its reader to take more of it.
    pub write: Duration,
    /// How long requests under way may take to end after the collector was told to stop.
    pub drain: Duration,
    /// Requests to the API by one address.
    pub requests: Option<Rate>,
    /// Wrong class codes, invites and unlinkable tokens by one address, in each survey.
    pub wrong_codes: Option<Rate>,
    /// Rooms opened by one address.
    pub rooms: Option<Rate>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 8192,
            connections_per_address: 2048,
            header: Duration::from_secs(30),
            body: Duration::from_secs(30),
            write: Duration::from_secs(30),
            drain: Duration::from_secs(10),
            // A school is one address: a thousand phones may come at the same moment.
            requests: Rate::per_second(100, 10_000),
            wrong_codes: Rate::per_minute(20, 60),
            // All teachers of a school begin at the same moment, some of them again in the next lesson.
            rooms: Rate::per_hour(60, 120),
        }
    }
}
