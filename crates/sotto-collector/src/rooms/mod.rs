//! Rooms of classes: opened without an account, joined by a code, led by whoever has the presenter's secret, and
//! deleted with all that was counted when they end.
//!
//! A room's answers are those of a survey of its own, `room-CODE`, which counts and keeps like any other; each
//! round is a version of it. What a room adds stands in one row: its questions and where its class is. So a
//! restart loses nothing, and several collectors on a database serve the same room.
//!
//! Nothing here knows who is in a room.

mod code;
mod ending;
mod figures;
mod lead;
mod listeners;
mod live;
mod room;
mod round;
mod snapshot;

use std::sync::Arc;

use tokio::sync::watch;

pub(crate) use code::{code_of, read as read_code, survey_of};
pub(crate) use listeners::{InRoom, ToldRoom};
pub(crate) use room::{Room, RoomError};

use self::listeners::Listeners;
use crate::{catalog::Catalog, clock::Clock, storage::Storage};

/// Opens, reads, leads, tells and ends rooms.
pub(crate) struct Rooms {
    storage: Arc<dyn Storage>,
    catalog: Arc<Catalog>,
    clock: Arc<dyn Clock>,
    listeners: Listeners,
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
            listeners: Listeners::default(),
            stopping,
        }
    }
}
