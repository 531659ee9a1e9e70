//! Telling everybody in a room, once for all who listen.
//!
//! A presenter's act is told at once; answers that come in, twice a second at most; what another collector
//! did is looked for once a second.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use sotto_api::RoomSnapshot;
use tokio::time::{sleep, timeout};

use super::{InRoom, RoomError, Rooms, ToldRoom, listeners::SnapshotSource};
use crate::storage::StorageError;

/// Answers within this time are told together.
const PAUSE: Duration = Duration::from_millis(500);

/// After that pause, how long to wait for an answer until what other collectors did is looked for.
const LOOK: Duration = Duration::from_millis(500);

impl Rooms {
    /// Begins to listen to a room. The first snapshot comes at once.
    pub(crate) fn listen(self: &Arc<Self>, code: &str) -> InRoom {
        let (source, is_new) = self.listeners.source(code);
        if is_new {
            let rooms = Arc::clone(self);
            tokio::spawn(rooms.tell(code.to_owned(), Arc::downgrade(&source)));
        }
        InRoom::of(source)
    }

    /// The snapshot of now, as it is sent.
    ///
    /// # Errors
    /// When the room has ended, or cannot be read.
    pub(crate) async fn now(&self, code: &str) -> Result<ToldRoom, RoomError> {
        told(self.snapshot(code).await?)
    }

    /// Tells until nobody listens, the room has ended or the collector stops.
    async fn tell(self: Arc<Self>, code: String, source: Weak<SnapshotSource>) {
        let mut stopping = self.stopping.clone();
        loop {
            let found = self.snapshot(&code).await;
            let Some(source) = source.upgrade() else {
                return;
            };
            let mut survey = None;
            match found {
                Ok(snapshot) => {
                    survey = Some(snapshot.survey.clone());
                    // What cannot be written now may be by the next look.
                    if let Ok(told) = told(snapshot) {
                        source.tell(told);
                    }
                }
                Err(RoomError::Unknown) => return source.end(),
                // The storage may be back by the next look.
                Err(_) => {}
            }
            let changed = Arc::clone(&source.changed);
            drop(source);
            let counted = self.counted(survey.as_deref());
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

    /// Waits until this collector counts an answer to a room's survey.
    async fn counted(&self, survey: Option<&str>) {
        let listed = survey.and_then(|survey| self.catalog.get(survey));
        match listed.map(|listed| listed.current().changes()) {
            // It is dropped when the survey is.
            Some(mut changes) => drop(changes.changed().await),
            None => std::future::pending().await,
        }
    }
}

/// A snapshot as it is sent.
fn told(snapshot: RoomSnapshot) -> Result<ToldRoom, RoomError> {
    // Every number in it is finite, every key a string.
    let json = serde_json::to_vec(&snapshot).map_err(|_| StorageError::Damaged)?;
    Ok(ToldRoom {
        tag: snapshot.tag.into(),
        json: json.into(),
    })
}
