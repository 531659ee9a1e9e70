//! The one thread that counts. What has come while the disk was busy becomes the next batch, so that
//! under load many submissions share one wait for the disk. It is a thread of its own because a
//! storage may work, and wait for the disk, where it is asked to count.

mod queue;

use std::{
    collections::HashSet,
    sync::Arc,
    time::{Duration, Instant},
};

use sotto_survey::Submission;
use tokio::{
    runtime::Handle,
    sync::oneshot,
    task::{JoinHandle, spawn_blocking},
    time::timeout,
};

use self::queue::{Queue, Refused};
use crate::{
    estimates::Published,
    log,
    storage::{
        CheckedSubmission, InviteKey, Storage, StorageError, SubmissionKey, SubmissionOutcome,
        SurveyKey, Unwritable,
    },
};

/// Submissions waiting; one more is refused for the moment.
const QUEUE: usize = 4096;
/// Submissions in a transaction.
const BATCH: usize = 512;
/// How many submissions to wait for, as a percentage of the last batch plus new arrivals: a batch of
/// twice as many costs little more than one. The more, the longer a transaction takes: where it
/// is short, waiting lets the processors idle; where it is [`LONG`], each that is spared counts.
const SHARE: usize = 40;
const SHARE_OF_LONG: usize = 75;
/// A transaction that takes so long is a long one.
const LONG: Duration = Duration::from_millis(1);
/// The longest wait for others to come along.
const PATIENCE: Duration = Duration::from_millis(2);

/// Hands submissions to the writer, which ends when this is dropped.
pub(crate) struct Counter(Arc<Queue<WaitingSubmission>>);

/// The writer's thread.
pub(crate) struct Writer {
    queue: Arc<Queue<WaitingSubmission>>,
    thread: JoinHandle<()>,
}

struct WaitingSubmission {
    published: Arc<Published>,
    entry: CheckedSubmission,
    reply: oneshot::Sender<Result<SubmissionOutcome, Unwritable>>,
}

impl Counter {
    /// Starts the writer.
    pub(crate) fn start(storage: Arc<dyn Storage>) -> (Self, Writer) {
        let queue = Arc::new(Queue::new(QUEUE));
        let (taking, runtime) = (Arc::clone(&queue), Handle::current());
        let writer = Writer {
            queue: Arc::clone(&queue),
            thread: spawn_blocking(move || write(&*storage, &taking, &runtime)),
        };
        (Self(queue), writer)
    }

    /// Counts a submission that was held against its survey, and its key. On return it is durable.
    pub(crate) async fn count(
        &self,
        published: &Arc<Published>,
        submission: Submission,
        key: SubmissionKey,
        invite: Option<InviteKey>,
        keep_row: bool,
    ) -> Result<SubmissionOutcome, StorageError> {
        let (reply, outcome) = oneshot::channel();
        let waiting = WaitingSubmission {
            published: Arc::clone(published),
            entry: CheckedSubmission {
                stored: Arc::clone(published.stored()),
                submission,
                key,
                invite,
                keep_row,
            },
            reply,
        };
        self.0.put(waiting).map_err(|refused| match refused {
            Refused::Full => StorageError::Busy,
            Refused::Closed => StorageError::Stopping,
        })?;
        match outcome.await {
            Ok(Ok(outcome)) => Ok(outcome),
            Ok(Err(reason)) => Err(StorageError::NotCounted(reason)),
            Err(_) => Err(StorageError::Stopping),
        }
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Writer {
    /// Takes no more submissions, and counts what has queued up. Returns whether it finished in time. If not,
    /// what still waits is given up, and the writer ends when the storage lets go of its last batch.
    pub(crate) async fn finish(self, patience: Duration) -> bool {
        self.queue.close();
        match timeout(patience, self.thread).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                log::say(format_args!("The writer ended early: {error}"));
                true
            }
            Err(_) => {
                give_up(&self.queue);
                false
            }
        }
    }
}

fn write(storage: &dyn Storage, queue: &Queue<WaitingSubmission>, runtime: &Handle) {
    let _ending = Ending(queue);
    let mut told = OperatorNotices::default();
    // Those who were just answered mostly come again at once, or others in their place.
    let (mut wanted, mut patience) = (1, Duration::ZERO);
    loop {
        let waiting = queue.take(wanted, patience, BATCH);
        if waiting.is_empty() {
            break;
        }
        let (number, begin) = (waiting.len(), Instant::now());
        count(storage, runtime, waiting, &mut told);
        let took = begin.elapsed();
        let share = if took < LONG { SHARE } else { SHARE_OF_LONG };
        wanted = ((number + queue.len()) * share / 100).min(BATCH);
        patience = (took / 2).min(PATIENCE);
    }
}

/// What the operator was told.
#[derive(Default)]
struct OperatorNotices {
    /// Why nothing is counted, since something was last.
    failing: Option<String>,
    /// The surveys whose counts cannot be read.
    unreadable: HashSet<SurveyKey>,
}

impl OperatorNotices {
    /// One line for each cause, not for each batch: they may be thousands.
    fn failed(&mut self, error: &StorageError) {
        let cause = error.to_string();
        let is_new = match error {
            StorageError::Counts { survey } => self.unreadable.insert(*survey),
            _ => self.failing.replace(cause.clone()).as_ref() != Some(&cause),
        };
        if is_new {
            log::say(format_args!("Submissions are not counted: {cause}"));
        }
    }

    fn counted(&mut self) {
        if self.failing.take().is_some() {
            log::say("Submissions are counted again.");
        }
    }
}

/// Counts a batch, and tells those who wait for it. A survey whose counts cannot be read is left out, and the
/// rest is counted without it.
fn count(
    storage: &dyn Storage,
    runtime: &Handle,
    waiting: Vec<WaitingSubmission>,
    told: &mut OperatorNotices,
) {
    let mut rest = waiting;
    while !rest.is_empty() {
        let (entries, replies): (Vec<_>, Vec<_>) = rest
            .into_iter()
            .map(|one| (one.entry, (one.published, one.reply)))
            .unzip();
        let error = match runtime.block_on(storage.count(&entries)) {
            Ok(outcomes) => {
                told.counted();
                return answer(replies, &outcomes);
            }
            Err(error) => error,
        };
        told.failed(&error);
        rest = Vec::new();
        for (entry, (published, reply)) in entries.into_iter().zip(replies) {
            if is_hit(&entry, &error) {
                // A device that has gone meanwhile will send again.
                let _ = reply.send(Err(error.unwritable()));
            } else {
                rest.push(WaitingSubmission {
                    published,
                    entry,
                    reply,
                });
            }
        }
    }
}

/// Whether what failed has to do with this submission.
fn is_hit(entry: &CheckedSubmission, error: &StorageError) -> bool {
    match error {
        StorageError::Counts { survey } => entry.stored.key == *survey,
        _ => true,
    }
}

/// However the writer ends, nobody waits for it any more.
struct Ending<'a>(&'a Queue<WaitingSubmission>);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.close();
        give_up(self.0);
    }
}

/// Nobody waits any more for what a closed queue holds.
fn give_up(closed: &Queue<WaitingSubmission>) {
    while !closed.take(1, Duration::ZERO, BATCH).is_empty() {}
}

type Reply = (
    Arc<Published>,
    oneshot::Sender<Result<SubmissionOutcome, Unwritable>>,
);

fn answer(replies: Vec<Reply>, outcomes: &[SubmissionOutcome]) {
    // Mostly all of a batch are for one survey, and its listeners are told once.
    let mut counted: Vec<(Arc<Published>, u64)> = Vec::new();
    for ((published, reply), &outcome) in replies.into_iter().zip(outcomes) {
        let _ = reply.send(Ok(outcome));
        if outcome == SubmissionOutcome::Counted {
            match counted
                .iter_mut()
                .find(|(one, _)| Arc::ptr_eq(one, &published))
            {
                Some((_, number)) => *number += 1,
                None => counted.push((published, 1)),
            }
        }
    }
    for (published, number) in counted {
        published.counted(number);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt, future::join_all};
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    use super::*;
    use crate::{
        catalog::Catalog,
        storage::{CountStorage as _, SqliteStorage, SurveyStorage as _},
    };

    const CENSUS: &str = include_str!("../../../../www/surveys/census.json");

    /// Something else writes while more come than there is room for.
    #[tokio::test(flavor = "multi_thread")]
    async fn what_finds_no_room_is_refused_and_the_rest_is_counted() {
        let folder = crate::temporary::folder();
        let file = folder.path().join("a.sqlite");
        let storage = Arc::new(SqliteStorage::open(&file).await.unwrap());
        let survey: sotto_survey::Survey = serde_json::from_str(CENSUS).unwrap();
        let key = storage.publish(&survey).await.unwrap().unwrap();
        let catalog = Catalog::default();
        catalog.look(&*storage).await.unwrap();
        let published = Arc::clone(catalog.get("census").unwrap().current());
        let mut generator = ChaCha20Rng::seed_from_u64(1);
        let answers: Vec<_> = survey
            .questions()
            .iter()
            .map(|question| Some(question.answer(0).unwrap()))
            .collect();
        let submissions: Vec<_> = (0..QUEUE + BATCH + 10)
            .map(|_| survey.randomize(&answers, &mut generator).unwrap())
            .collect();

        let turn = storage.write().await.unwrap();
        let (counter, writer) = Counter::start(Arc::clone(&storage) as Arc<dyn Storage>);
        let (mut waiting, mut refused) = (Vec::new(), 0);
        for submission in submissions {
            let key = SubmissionKey::of(&submission);
            let mut asked = Box::pin(counter.count(&published, submission, key, None, false));
            match (&mut asked).now_or_never() {
                None => waiting.push(asked),
                Some(Err(StorageError::Busy)) => refused += 1,
                Some(outcome) => panic!("{outcome:?}"),
            }
        }
        assert!(refused >= 10, "{refused}");
        drop(turn);
        let outcomes = join_all(waiting).await;
        let number = outcomes.len() as u64;
        assert!(
            outcomes
                .into_iter()
                .all(|outcome| outcome.unwrap() == SubmissionOutcome::Counted)
        );
        assert!(writer.finish(Duration::from_mins(1)).await);
        assert_eq!(storage.submissions(key).await.unwrap(), number);
    }
}
