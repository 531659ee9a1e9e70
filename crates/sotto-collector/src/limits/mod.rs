//! How much one address, or everybody together, may ask of the collector. Addresses are held as
//! numbers under a key that is drawn anew every day and is in memory only; nothing here is written
//! anywhere.

mod address;
mod admission;
mod caller;
mod rate;

use std::time::Duration;

pub(crate) use address::TrustedProxies;
pub(crate) use admission::Admission;
pub(crate) use caller::Caller;
use caller::Callers;
pub use rate::Rate;
use rate::RateLimiter;

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
    /// Wrong class codes, invites and unlinkable tokens by one address.
    pub wrong_codes: Option<Rate>,
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
            requests: Rate::per_second(100, 2000),
            wrong_codes: Rate::per_minute(20, 60),
        }
    }
}
