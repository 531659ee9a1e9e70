//! Who listens to which room: each snapshot is made and written once, and pushed to all of them.

use std::{
    collections::HashMap,
    sync::{Arc, Weak},
};

use axum::body::Bytes;
use parking_lot::Mutex;
use tokio::sync::{Notify, watch};

/// A snapshot as it is sent.
#[derive(Clone, Debug)]
pub(crate) struct ToldRoom {
    pub(crate) tag: Arc<str>,
    pub(crate) json: Bytes,
}

/// The rooms that somebody listens to, by code.
#[derive(Default)]
pub(super) struct RoomListeners(Mutex<HashMap<String, Weak<SnapshotSource>>>);

/// Where a room's snapshots are told.
pub(super) struct SnapshotSource {
    told: watch::Sender<Option<ToldRoom>>,
    pub(super) changed: Arc<Notify>,
}

/// A place among those who listen.
pub(crate) struct InRoom {
    told: watch::Receiver<Option<ToldRoom>>,
    /// Ends when nobody holds it any more.
    _source: Arc<SnapshotSource>,
}

impl RoomListeners {
    /// Where a room is told, and whether whoever asks is to begin telling it, because nobody has
    /// listened to it before.
    pub(super) fn source(&self, code: &str) -> (Arc<SnapshotSource>, bool) {
        let mut rooms = self.0.lock();
        rooms.retain(|_, source| source.strong_count() > 0);
        if let Some(source) = rooms.get(code).and_then(Weak::upgrade) {
            return (source, false);
        }
        let source = Arc::new(SnapshotSource {
            told: watch::Sender::new(None),
            changed: Arc::default(),
        });
        rooms.insert(code.to_owned(), Arc::downgrade(&source));
        (source, true)
    }

    /// Whether anybody listens to a room here.
    pub(super) fn has(&self, code: &str) -> bool {
        let rooms = self.0.lock();
        rooms
            .get(code)
            .is_some_and(|source| source.strong_count() > 0)
    }

    /// Has a room looked at anew, at once.
    pub(super) fn changed(&self, code: &str) {
        let source = self.0.lock().get(code).and_then(Weak::upgrade);
        if let Some(source) = source {
            source.changed.notify_one();
        }
    }
}

impl SnapshotSource {
    /// Tells a snapshot, unless it was told last.
    pub(super) fn tell(&self, told: ToldRoom) {
        self.told.send_if_modified(|last| {
            let is_new = last.as_ref().is_none_or(|last| last.tag != told.tag);
            if is_new {
                *last = Some(told);
            }
            is_new
        });
    }

    /// Tells that the room has ended.
    pub(super) fn end(&self) {
        self.told.send_replace(Some(ToldRoom {
            tag: "".into(),
            json: Bytes::new(),
        }));
    }
}

impl InRoom {
    /// What was told last comes at once.
    pub(super) fn of(source: Arc<SnapshotSource>) -> Self {
        let mut told = source.told.subscribe();
        told.mark_changed();
        Self {
            told,
            _source: source,
        }
    }

    /// The next snapshot; `None` when the room has ended.
    pub(crate) async fn next(&mut self) -> Option<ToldRoom> {
        loop {
            self.told.changed().await.ok()?;
            let told = self.told.borrow_and_update().clone();
            match told {
                // None is told yet.
                None => {}
                Some(told) if told.json.is_empty() => return None,
                Some(told) => return Some(told),
            }
        }
    }
}
