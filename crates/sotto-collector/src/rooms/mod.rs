//! Rooms of classes: opened without an account, joined by a code, led by whoever has the presenter's secret, and
//! deleted with all that was counted when they end.
//!
//! A room's answers are those of a survey of its own, which counts and keeps like any other; each round is a version
//! of it. What a room adds stands in one row: its questions and where its class is. So a restart loses nothing, and
//! several collectors on a database serve the same room. The survey's id is told to those in the room alone, and it
//! stands in no public log.
//!
//! Whoever joins gets an invite of that survey, whose access is `unlinkable`: a phone buys one token a round with it,
//! and nothing joins the invite to the copy that spends the token. So each phone counts once a round, and nothing here
//! knows who is in a room, but how many have joined it.
//!
//! A pool outlives rooms: sums of the noisy counts of several classes, for whoever has its key. A room that may be added to
//! one is opened so, and says so; what is added are the counts that its class has seen.

mod code;
mod ending;
mod figures;
mod joining;
mod lead;
mod listeners;
mod live;
mod pace;
mod pool;
mod pooling;
mod room;
mod round;
mod snapshot;

use std::sync::Arc;

use tokio::sync::watch;

pub(crate) use code::read as read_code;
pub(crate) use listeners::{InRoom, ToldRoom};
pub(crate) use room::{Room, RoomError};
pub(crate) use snapshot::ReadRoom;

use self::{listeners::RoomListeners, pace::Acts};
use crate::{catalog::Catalog, clock::Clock, storage::Storage};

/// Opens, reads, leads, tells and ends rooms.
pub(crate) struct Rooms {
    storage: Arc<dyn Storage>,
    catalog: Arc<Catalog>,
    clock: Arc<dyn Clock>,
    listeners: RoomListeners,
    acts: Acts,
    /// Becomes true when the collector stops.
    stopping: watch::Receiver<bool>,
}

impl Rooms {
    pub(crate) fn new(
        storage: Arc<dyn Storage>,
        catalog: Arc<Catalog>,
        clock: Arc<dyn Clock>,
        stopping: watch::Receiver<bool>,
    ) -> Self {
        Self {
            storage,
            catalog,
            clock,
            listeners: RoomListeners::default(),
            acts: Acts::default(),
            stopping,
        }
    }
}
