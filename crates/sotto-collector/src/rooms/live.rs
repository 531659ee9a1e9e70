//! Telling everybody in a room, once for all who listen: a snapshot is made and written once, and pushed.
//!
//! A presenter's act is told at once; answers that come in, twice a second at most; what another collector
//! did is looked for once a second.

use std::{
    collections::HashMap,
    sync::{Arc, Weak},
    time::Duration,
};

use axum::body::Bytes;
use parking_lot::Mutex;
use tokio::{
    sync::{Notify, watch},
    time::{sleep, timeout},
};

use super::{RoomError, snapshot::snapshot};
use crate::api::Context;

/// Answers within this time are told together.
const PAUSE: Duration = Duration::from_millis(500);

/// After that pause, how long to wait for an answer until what other collectors did is looked for.
const LOOK: Duration = Duration::from_millis(500);

/// A snapshot as it is sent.
#[derive(Clone, Debug)]
pub(crate) struct ToldRoom {
    pub(crate) tag: Arc<str>,
    pub(crate) json: Bytes,
}

/// The rooms that somebody listens to.
#[derive(Default)]
pub(crate) struct Rooms(Mutex<HashMap<String, Weak<Source>>>);

/// Where a room's snapshots are told.
struct Source {
    told: watch::Sender<Option<ToldRoom>>,
    changed: Arc<Notify>,
}

/// A place among those who listen.
pub(crate) struct InRoom {
    told: watch::Receiver<Option<ToldRoom>>,
    /// Ends when nobody holds it any more.
    _source: Arc<Source>,
}

impl Rooms {
    /// Begins to listen to a room. The first snapshot comes at once.
    pub(crate) fn listen(context: &Arc<Context>, code: &str) -> InRoom {
        let mut rooms = context.rooms.0.lock();
        rooms.retain(|_, source| source.strong_count() > 0);
        let source = rooms.get(code).and_then(Weak::upgrade);
        let source = source.unwrap_or_else(|| {
            let source = Arc::new(Source {
                told: watch::Sender::new(None),
                changed: Arc::default(),
            });
            rooms.insert(code.to_owned(), Arc::downgrade(&source));
            let telling = tell(
                Arc::clone(context),
                code.to_owned(),
                Arc::downgrade(&source),
            );
            tokio::spawn(telling);
            source
        });
        drop(rooms);
        let mut told = source.told.subscribe();
        told.mark_changed();
        InRoom {
            told,
            _source: source,
        }
    }

    /// Has a room looked at anew, at once.
    pub(crate) fn changed(&self, code: &str) {
        let source = self.0.lock().get(code).and_then(Weak::upgrade);
        if let Some(source) = source {
            source.changed.notify_one();
        }
    }
}

impl InRoom {
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

/// The snapshot of now, as it is sent.
///
/// # Errors
/// When the room has ended, or cannot be read.
pub(crate) async fn now(context: &Context, code: &str) -> Result<ToldRoom, RoomError> {
    let snapshot = snapshot(context, code).await?;
    // Every number in it is finite, every key a string.
    let json = serde_json::to_vec(&snapshot).map_err(|_| crate::storage::StorageError::Damaged)?;
    Ok(ToldRoom {
        tag: snapshot.tag.into(),
        json: json.into(),
    })
}

/// Tells until nobody listens, the room has ended or the collector stops.
async fn tell(context: Arc<Context>, code: String, source: Weak<Source>) {
    let mut stopping = context.stopping.clone();
    loop {
        let found = now(&context, &code).await;
        let Some(source) = source.upgrade() else {
            return;
        };
        match found {
            Ok(told) => {
                source.told.send_if_modified(|last| {
                    let is_new = last.as_ref().is_none_or(|last| last.tag != told.tag);
                    if is_new {
                        *last = Some(told);
                    }
                    is_new
                });
            }
            Err(RoomError::Unknown) => {
                source.told.send_replace(Some(ToldRoom {
                    tag: "".into(),
                    json: Bytes::new(),
                }));
                return;
            }
            // The storage may be back by the next look.
            Err(_) => {}
        }
        let changed = Arc::clone(&source.changed);
        drop(source);
        let counted = counted(&context, &code);
        tokio::select! {
            _ = stopping.wait_for(|stopping| *stopping) => return,
            () = changed.notified() => {}
            () = async {
                sleep(PAUSE).await;
                let _ = timeout(LOOK, counted).await;
            } => {}
        }
    }
}

/// Waits until this collector counts an answer of the room.
async fn counted(context: &Context, code: &str) {
    let listed = context.catalog.get(&super::survey_of(code));
    match listed.map(|listed| listed.current().changes()) {
        // It is dropped when the survey is.
        Some(mut changes) => drop(changes.changed().await),
        None => std::future::pending().await,
    }
}
