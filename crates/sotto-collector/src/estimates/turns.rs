//! Turns at what keeps a processor busy for longer than a millisecond: dozens for the results of a large
//! survey, as long as there are rows for a cross-tab. None of it is done on the threads that serve,
//! and no more at once than there are turns; who has waited too long for one is told so.
//!
//! What computes takes an [`InTurn`], which nothing but [`Turn::work`] makes: it cannot be called from a
//! thread that serves.

use std::{num::NonZero, sync::Arc, thread::available_parallelism, time::Duration};

use thiserror::Error;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
    time::timeout,
};

use crate::storage::StorageError;

/// A person waits so long for a table.
const PATIENCE: Duration = Duration::from_secs(5);

/// Cross-tabs at once: each goes through all rows of its survey.
const CROSS_TABS: usize = 2;

/// Surveys read and compared at once, and lots of invites drawn.
const DESIGNS: usize = 2;

/// First pages drawn at once, whatever languages are asked for.
const FIRST_PAGES: usize = 2;

/// Why there are no estimates.
#[derive(Debug, Error)]
pub(crate) enum EstimatesError {
    /// No turn came.
    #[error("the collector is computing what others asked for; ask again in a moment")]
    Busy,
    /// Too many different results are listened to.
    #[error(
        "results are being streamed at as many different confidences as the collector allows; use one of those, or 0.95, or try again later"
    )]
    Crowded,
    /// The counts cannot be read.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// So many may work at once. Cloning shares them.
#[derive(Clone, Debug)]
pub(crate) struct Turns {
    free: Arc<Semaphore>,
    patience: Duration,
}

/// The evidence that whoever has it computes within a turn, far from the threads that serve.
#[derive(Debug)]
pub(crate) struct InTurn(());

/// One of them, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    _permit: OwnedSemaphorePermit,
}

impl Turns {
    /// For results: as many as there are processors.
    pub(crate) fn at_results() -> Self {
        Self::new(available_parallelism().map_or(1, NonZero::get), PATIENCE)
    }

    /// For cross-tabs, which last longer and must not keep results waiting.
    pub(crate) fn at_cross_tabs() -> Self {
        Self::new(CROSS_TABS, PATIENCE)
    }

    /// For what designers ask for: they are few, and each may ask again and again.
    pub(crate) fn at_designs() -> Self {
        Self::new(DESIGNS, PATIENCE)
    }

    /// For first pages, whose readers go on without one.
    pub(crate) fn at_first_pages() -> Self {
        Self::new(FIRST_PAGES, PATIENCE)
    }

    /// All turns that are free, so that nobody gets one.
    #[cfg(test)]
    pub(crate) fn take_all(&self) -> Vec<Turn> {
        let permits = std::iter::from_fn(|| Arc::clone(&self.free).try_acquire_owned().ok());
        permits.map(|permit| Turn { _permit: permit }).collect()
    }

    fn new(at_once: usize, patience: Duration) -> Self {
        Self {
            free: Arc::new(Semaphore::new(at_once)),
            patience,
        }
    }

    /// Waits for a turn, and not for ever.
    pub(crate) async fn take(&self) -> Result<Turn, EstimatesError> {
        let free = Arc::clone(&self.free).acquire_owned();
        // It is never closed.
        let permit = self
            .in_time(free)
            .await?
            .map_err(|_| EstimatesError::Busy)?;
        Ok(Turn { _permit: permit })
    }

    /// The same patience with something else that is taken in turns.
    pub(crate) async fn in_time<T>(
        &self,
        wait: impl Future<Output = T>,
    ) -> Result<T, EstimatesError> {
        let done = timeout(self.patience, wait).await;
        done.map_err(|_| EstimatesError::Busy)
    }
}

impl Turn {
    /// Works far from the threads that serve. The turn lasts until the work is done, even if nobody
    /// waits for it any more.
    pub(crate) async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce(&InTurn) -> T + Send + 'static,
    ) -> Result<(Self, T), EstimatesError> {
        let done = spawn_blocking(move || {
            let done = work(&InTurn(()));
            (self, done)
        });
        Ok(done.await.map_err(|_| StorageError::Damaged)?)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn who_finds_no_turn_in_time_is_told_so() {
        let turns = Turns::new(1, Duration::ZERO);
        let turn = turns.take().await.unwrap();
        assert!(matches!(turns.take().await, Err(EstimatesError::Busy)));
        let (turn, done) = turn.work(|_| 7).await.unwrap();
        assert_eq!(done, 7);
        assert!(turns.take().await.is_err());
        drop(turn);
        assert!(turns.take().await.is_ok());
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_keeps_its_turn() {
        let turns = Turns::new(1, Duration::ZERO);
        let turn = turns.take().await.unwrap();
        let (started, start) = tokio::sync::oneshot::channel();
        let (end, ended) = mpsc::channel();
        let work = tokio::spawn(turn.work(move |_| {
            let _ = started.send(());
            ended.recv()
        }));
        start.await.unwrap();
        work.abort();
        assert!(work.await.unwrap_err().is_cancelled());
        assert!(turns.take().await.is_err());
        end.send(()).unwrap();
        let patient = Turns {
            patience: Duration::from_mins(1),
            ..turns
        };
        assert!(patient.take().await.is_ok());
    }

    #[tokio::test]
    async fn work_that_panics_gives_its_turn_back() {
        let turns = Turns::new(1, Duration::from_mins(1));
        let turn = turns.take().await.unwrap();
        let broken = turn.work(|_| panic!("on purpose")).await;
        assert!(matches!(broken, Err(EstimatesError::Storage(_))));
        assert!(turns.take().await.is_ok());
    }
}
