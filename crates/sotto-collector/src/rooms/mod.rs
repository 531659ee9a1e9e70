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
mod live;
mod room;
mod round;
mod snapshot;

pub(crate) use code::{code_of, read as read_code, survey_of};
pub(crate) use ending::{end, keep};
pub(crate) use lead::{lead, open};
pub(crate) use live::{InRoom, Rooms, ToldRoom, now};
pub(crate) use room::{Room, RoomError};
pub(crate) use snapshot::read;
