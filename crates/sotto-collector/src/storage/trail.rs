//! Clearing the states that the counts went through, beside the writer instead of in its way.
//!
//! Databases keep former states for a while, SQLite in its log, Postgres in the rows that an update
//! replaced, and two states that follow each other tell what was reported in between. So they are
//! cleared whenever nobody has been counted for a while, and often enough while people are.

use std::{
    future::Future,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::Notify,
    task::JoinHandle,
    time::{Instant, timeout},
};

use super::StorageError;
use crate::log::say;

/// Pages, of 4 KiB, after which a trail is shortened. As many as were written at least are enough.
const DUE: usize = 10_000;

/// How often a trail is cleared.
const PACE: Pace = Pace {
    quiet: Duration::from_secs(2),
    longest: Duration::from_secs(50),
};

/// Clearing takes at most one part in so many of the time, as far as the pace allows.
const SHARE: u32 = 100;

/// The states that a database keeps of the counts.
pub(super) trait Trail: Send + 'static {
    /// What an operator is told when readers have hindered the clearing for long.
    const HINDERED: &'static str;
    /// What an operator is told before the reason why it failed.
    const FAILED: &'static str;

    /// Makes it shorter, where it would grow beyond measure.
    fn shorten(
        &self,
        written: &WrittenSince,
    ) -> impl Future<Output = Result<(), StorageError>> + Send;

    /// Leaves the last state alone; `false` if somebody who reads hinders that. What was written
    /// until then is [taken](Written::take) and, if it stays, put back.
    fn clear(
        &self,
        written: &WrittenSince,
    ) -> impl Future<Output = Result<bool, StorageError>> + Send;
}

/// How often a trail is cleared.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    /// When nothing was counted for that long, which is looked at as often.
    pub(super) quiet: Duration,
    /// And after that long even if counting never pauses.
    pub(super) longest: Duration,
}

/// When a trail is to be shortened or cleared.
pub(super) struct Clearing {
    pub(super) written: Arc<WrittenSince>,
    /// The task that does it, once there was one.
    task: Mutex<Option<JoinHandle<()>>>,
    pace: Pace,
}

impl Default for Clearing {
    fn default() -> Self {
        Self::at(PACE)
    }
}

/// What was written since.
#[derive(Default)]
pub(super) struct WrittenSince {
    /// Since the trail was cleared. Never 0 if anything was.
    pages: AtomicUsize,
    /// Since it was shortened.
    unmoved: AtomicUsize,
    /// Whether a task is at it.
    is_kept: AtomicBool,
    /// Wakes that task early.
    due: Notify,
    /// Whether the storage was closed.
    ended: AtomicBool,
}

impl WrittenSince {
    /// From now on nothing was written; returns what was, in pages.
    pub(super) fn take(&self) -> usize {
        self.pages.swap(0, Ordering::SeqCst)
    }

    /// It was not cleared after all.
    pub(super) fn put_back(&self, pages: usize) {
        self.pages.fetch_add(pages, Ordering::SeqCst);
    }

    /// It is being shortened.
    pub(super) fn shortened(&self) {
        self.unmoved.store(0, Ordering::Relaxed);
    }

    /// Has the task look at once, as when much was written.
    pub(super) fn wake(&self) {
        self.due.notify_one();
    }

    pub(super) fn pages(&self) -> usize {
        self.pages.load(Ordering::SeqCst)
    }

    /// Whether the task may end. Whoever has written meanwhile left it to this task, unless it sees
    /// that it ended.
    fn is_let_go(&self) -> bool {
        self.is_kept.store(false, Ordering::SeqCst);
        self.pages() == 0 || self.is_kept.swap(true, Ordering::SeqCst)
    }
}

impl Clearing {
    pub(super) fn at(pace: Pace) -> Self {
        Self {
            written: Arc::default(),
            task: Mutex::default(),
            pace,
        }
    }

    /// Tells of pages that were written. A task of its own clears the trail soon.
    pub(super) fn written<T: Trail>(&self, pages: usize, trail: impl FnOnce() -> T) {
        let written = &self.written;
        written.put_back(pages.max(1));
        let before = written.unmoved.fetch_add(pages, Ordering::Relaxed);
        if before < DUE && before + pages >= DUE {
            written.wake();
        }
        if !written.is_kept.swap(true, Ordering::SeqCst) {
            let keeping = keep_short(Arc::clone(written), trail(), self.pace);
            *self.task() = Some(tokio::spawn(keeping));
        }
    }

    /// Nothing is written any more. On return nobody shortens or clears the trail.
    pub(super) async fn end(&self) {
        self.written.ended.store(true, Ordering::SeqCst);
        self.written.wake();
        let task = self.task().take();
        if let Some(task) = task {
            let _ = task.await;
        }
    }

    fn task(&self) -> MutexGuard<'_, Option<JoinHandle<()>>> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shortens and clears the trail until nothing of it is left.
async fn keep_short<T: Trail>(written: Arc<WrittenSince>, trail: T, pace: Pace) {
    let mut since = Instant::now();
    let mut not_before = since;
    let mut seen = written.pages();
    let mut hindered = false;
    loop {
        let woken = timeout(pace.quiet, written.due.notified()).await.is_ok();
        if written.ended.load(Ordering::SeqCst) {
            return;
        }
        let pages = written.pages();
        let has_rested = Instant::now() >= not_before;
        if pages == 0 {
            if has_rested && written.is_let_go() {
                return;
            }
            continue;
        }
        let is_quiet = !woken && pages == seen && has_rested;
        seen = pages;
        let began = Instant::now();
        let outcome = if is_quiet || since.elapsed() >= pace.longest {
            trail.clear(&written).await
        } else if woken {
            trail.shorten(&written).await.map(|()| false)
        } else {
            continue;
        };
        match outcome {
            Ok(true) => {
                (since, seen, hindered) = (Instant::now(), 0, false);
                not_before = since + pace.longest.min(began.elapsed() * SHARE);
            }
            Ok(false) if since.elapsed() >= pace.longest && !hindered => {
                hindered = true;
                say(T::HINDERED);
            }
            Ok(false) => {}
            Err(error) => say(format_args!("{} {error}", T::FAILED)),
        }
    }
}
