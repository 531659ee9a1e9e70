//! Moving what the write-ahead log holds into the database's file, beside the writer instead of in
//! its way: SQLite by itself would do it in some unlucky commit, while everyone waits.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};

use super::Writing;
use crate::log;

/// Pages, of 4 KiB, after which the log is moved. As many as were written at least are enough.
const DUE: usize = 10_000;

/// Pages after which SQLite does it by itself, should this have failed all the time.
pub(super) const AT_THE_LATEST: &str = "100000";

const MOVE: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// When the log is to be moved, and whether it is being moved.
#[derive(Default)]
pub(super) struct Checkpoint {
    pages: AtomicUsize,
    running: Arc<AtomicBool>,
}

impl Checkpoint {
    /// Tells of pages that were written. When there are enough, the log is moved by a task of its
    /// own.
    pub(super) fn written(&self, pages: usize, options: &SqliteConnectOptions, writing: &Writing) {
        let before = self.pages.fetch_add(pages, Ordering::Relaxed);
        if before + pages < DUE || self.running.swap(true, Ordering::Relaxed) {
            return;
        }
        self.pages.store(0, Ordering::Relaxed);
        let (options, writing, running) = (
            options.clone(),
            Arc::clone(writing),
            Arc::clone(&self.running),
        );
        tokio::spawn(async move {
            if let Err(error) = move_log(&options, &writing).await {
                log::say(format_args!(
                    "The database's log could not be moved into its file, which is tried again later: {error}"
                ));
            }
            running.store(false, Ordering::Relaxed);
        });
    }
}

async fn move_log(options: &SqliteConnectOptions, writing: &Writing) -> Result<(), sqlx::Error> {
    // By far the most of it, while the writer goes on writing at its end.
    let mut connection = SqliteConnection::connect_with(options).await?;
    sqlx::query(MOVE).execute(&mut connection).await?;
    // The little that came meanwhile, while the writer waits: only a log that has been moved to its
    // end begins anew, and would grow for ever otherwise.
    let turn = writing.lock().await;
    sqlx::query(MOVE).execute(&mut connection).await?;
    drop(turn);
    connection.close().await
}
