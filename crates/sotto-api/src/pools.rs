//! Pools: several classes are asked the same question, each in a room of its own, and their noisy counts are added up.
//!
//! A pool has one key, which its teacher holds. Whoever has it reads the sums, opens rooms whose counts may be added, and
//! ends the pool. There is no list of classes: a pool has sums only. But sums that are read twice differ by what was
//! added between, so a key's holder can learn what each class sent together, which its own projector showed as well.

use serde::{Deserialize, Serialize};

use crate::{Moment, RevealedOption, RoomQuestion};

/// A pool to be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PoolRequest {
    /// The question that every class is asked
    pub question: RoomQuestion,
    /// In how many days the pool ends by itself: 1 to 366
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 366))]
    pub days: u32,
}

impl PoolRequest {
    /// The most days of a pool: a year.
    pub const MOST_DAYS: u32 = 366;
}

/// A pool that has just been opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpenedPool {
    /// What reads, adds to and ends the pool. It is shown once, and nobody can find it again
    pub key: String,
    /// When the pool ends by itself, with all that was added
    pub ends: Moment,
}

/// The key of a pool, to which a room's counts are added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PoolKey {
    /// The pool's key
    pub key: String,
}

/// A pool, as shown to anyone who has its key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PoolView {
    /// The question that every class is asked
    pub question: RoomQuestion,
    /// How many classes were added
    pub classes: u32,
    /// How many answers they sent together
    pub answered: u64,
    /// What all of them show together; absent before the first
    pub revealed: Option<Vec<RevealedOption>>,
    /// When the pool ends by itself, with all that was added
    pub ends: Moment,
}
