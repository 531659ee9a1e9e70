//! Surveys and submissions straight into a database.

use std::{sync::Arc, time::Instant};

use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
use sotto_collector::{
    DatabaseUrl,
    storage::{self, CheckedSubmission, SubmissionKey},
};

use crate::surveys::{self, Measured};

const BATCH: u64 = 20_000;

/// Publishes the surveys.
#[derive(clap::Args)]
pub(crate) struct Publish {
    database: DatabaseUrl,
}

/// Counts submissions.
#[derive(clap::Args)]
pub(crate) struct Fill {
    database: DatabaseUrl,
    #[arg(long, default_value = "five")]
    survey: Measured,
    #[arg(long)]
    submissions: u64,
    #[arg(long, default_value_t = BATCH)]
    batch: u64,
}

impl Publish {
    pub(crate) async fn run(self) {
        publish(&self.database, &[Measured::Five, Measured::Hundred]).await;
    }
}

/// Publishes surveys in a database.
pub(crate) async fn publish(database: &DatabaseUrl, surveys: &[Measured]) {
    let storage = storage::open(database).await.unwrap();
    for survey in surveys {
        storage.publish(&survey.survey()).await.unwrap();
    }
    storage.close().await;
}

impl Fill {
    pub(crate) const fn new(database: DatabaseUrl, survey: Measured, submissions: u64) -> Self {
        Self {
            database,
            survey,
            submissions,
            batch: BATCH,
        }
    }

    /// Returns the seconds that it took.
    pub(crate) async fn run(self) -> f64 {
        let storage = storage::open(&self.database).await.unwrap();
        let stored = storage.surveys().await.unwrap();
        let stored = stored
            .into_iter()
            .find(|stored| stored.survey().id().as_str() == self.survey.id())
            .map(Arc::new)
            .unwrap();
        let mut generator: ChaCha20Rng = rand::make_rng();
        // Where the ids fall matters, not from what they came.
        let mut ids = ChaCha20Rng::from_rng(&mut generator);
        let bodies: Vec<_> = (0..64)
            .map(|_| surveys::submission(stored.survey(), &mut generator))
            .collect();
        let begin = Instant::now();
        let mut left = self.submissions;
        while left > 0 {
            let some = left.min(self.batch);
            let batch: Vec<_> = (0..some)
                .map(|number| {
                    let mut key = SubmissionKey {
                        id_hash: [0; 16],
                        fingerprint: [0; 16],
                    };
                    ids.fill_bytes(&mut key.id_hash);
                    ids.fill_bytes(&mut key.fingerprint);
                    CheckedSubmission {
                        stored: Arc::clone(&stored),
                        submission: bodies[usize::try_from(number % 64).unwrap()].clone(),
                        key,
                        invite: None,
                        keep_row: false,
                    }
                })
                .collect();
            storage.count(&batch).await.unwrap();
            left -= some;
        }
        let seconds = begin.elapsed().as_secs_f64();
        storage.close().await;
        seconds
    }
}
