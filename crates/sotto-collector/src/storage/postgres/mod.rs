//! Postgres, or an engine that speaks its protocol, shared by any number of collectors.

mod anew;
mod codes;
mod ledger;
mod replaced;
mod turns;

use std::time::Duration;

use rand::{TryRng, rngs::SysRng};
use sqlx::{
    AssertSqlSafe, Connection, PgConnection, PgPool, Postgres, pool::PoolConnection,
    postgres::PgPoolOptions,
};
use tokio::time::{Instant, timeout_at};

use self::{anew::write_anew, codes::gave_way, ledger::PostgresLedger, replaced::Replaced};
use super::{
    CheckedSubmission, StorageError, SubmissionOutcome, SurveyKey, batch, migrations,
    trail::Clearing,
};
use crate::database_url::PostgresAddress;

/// One counts, the others read and do what designers ask for.
const CONNECTIONS: u32 = 8;
const PATIENCE: Duration = Duration::from_secs(5);

/// Each collector draws one. Two that draw the same are still right, only slower.
const SHARDS: u32 = 64;

/// The tables with a row for each respondent. Their keys are the first two columns, the second of
/// which is random.
const REWRITTEN: [&str; 5] = [
    "submissions",
    "spent_invites",
    "noisy_rows",
    "invites",
    "spent_tickets",
];

/// The other tables that hold something of a survey. They are small.
const OF_SURVEYS: [&str; 8] = [
    "surveys",
    "survey_settings",
    "survey_counts",
    "part_counts",
    "told_counts",
    "given_rows",
    "issuing_keys",
    "token_surveys",
];
/// Who waits longer for a table of its own makes all others wait as well, who come after.
const LOCK_PATIENCE: &str = "SET LOCAL lock_timeout = '2s'";
/// How often a batch is tried whose transaction had to give way to another.
const TRIES: u32 = 5;
/// How a batch's transaction begins: a statement that waits longer, for a table that somebody else
/// holds perhaps, is ended by the server, which so keeps nothing that nobody waits for. Whatever the server
/// does otherwise, each statement sees what was committed before it: a quota is held to by that.
const BEGIN_TO_COUNT: &str =
    "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = '5s'";
/// A batch that has taken so long is given up: the server may not be there at all.
const BATCH_PATIENCE: Duration = Duration::from_secs(10);

/// A Postgres database that has the tables it needs.
pub(crate) struct PostgresStorage {
    pool: PgPool,
    shard: i64,
    /// Clears the counts that others replaced.
    replaced: Clearing,
}

impl PostgresStorage {
    /// How a transaction begins.
    pub(super) const BEGIN: &str = "BEGIN";

    pub(super) const WAS_COUNTED: &str = "SELECT COUNT(*) FROM submissions \
         WHERE survey = $1 AND id_hash = $2 AND fingerprint = $3";

    /// Identities are nowhere but where both databases have them.
    pub(super) const ALSO_IDENTITIES: &[&str] = &[];

    /// Connects, and creates the tables if they are missing.
    pub(super) async fn open(address: &PostgresAddress) -> Result<Self, StorageError> {
        let database = address.to_string();
        let unopened = |error| StorageError::Open {
            database: database.clone(),
            error,
        };
        let mut first = PgConnection::connect_with(address.options())
            .await
            .map_err(unopened)?;
        migrations::postgres()
            .run(&mut first)
            .await
            .map_err(|error| migrations::refused(&database, error))?;
        first.close().await.map_err(unopened)?;
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(PATIENCE)
            .connect_with(address.options().clone())
            .await
            .map_err(unopened)?;
        let shard = i64::from(SysRng.try_next_u32()? % SHARDS);
        let storage = Self {
            pool,
            shard,
            replaced: Clearing::default(),
        };
        // What a collector that was killed has left.
        storage.has_replaced();
        Ok(storage)
    }

    /// Counts were replaced: what they were is cleared soon.
    fn has_replaced(&self) {
        self.replaced
            .written(1, || Replaced::new(self.pool.clone(), BATCH_PATIENCE));
    }

    /// A connection to read.
    pub(super) async fn read(&self) -> Result<PoolConnection<Postgres>, StorageError> {
        Ok(self.pool.acquire().await?)
    }

    /// A connection to write.
    pub(super) async fn write(&self) -> Result<PoolConnection<Postgres>, StorageError> {
        self.read().await
    }

    /// A server knows its own pages: what is damaged fails with a code of its own.
    #[expect(clippy::unused_async, reason = "SQLite has to read")]
    pub(super) async fn check_whole(&self) -> Result<(), StorageError> {
        Ok(())
    }

    /// Within a transaction, waits until nobody counts for a survey, and keeps everyone from it.
    pub(super) async fn alone(
        connection: &mut PgConnection,
        survey: SurveyKey,
    ) -> Result<(), StorageError> {
        turns::alone(connection, survey).await
    }

    pub(super) async fn count_batch(
        &self,
        batch: &[CheckedSubmission],
    ) -> Result<Vec<SubmissionOutcome>, StorageError> {
        let end = Instant::now() + BATCH_PATIENCE;
        let mut tries = 1;
        loop {
            match self.try_count(batch, end).await {
                Err(StorageError::Statement(error)) if gave_way(&error) && tries < TRIES => {
                    tries += 1;
                }
                done => return done,
            }
        }
    }

    async fn try_count(
        &self,
        batch: &[CheckedSubmission],
        end: Instant,
    ) -> Result<Vec<SubmissionOutcome>, StorageError> {
        let mut connection = self.pool.acquire().await?;
        if let Ok(done) = timeout_at(end, self.count_on(&mut connection, batch)).await {
            return done;
        }
        // Cut, not returned: what is still to come on it is an answer that nobody waits for, and the
        // server undoes what was not committed.
        drop(connection.detach());
        Err(StorageError::Silent)
    }

    async fn count_on(
        &self,
        connection: &mut PgConnection,
        batch: &[CheckedSubmission],
    ) -> Result<Vec<SubmissionOutcome>, StorageError> {
        let mut transaction = connection.begin_with(BEGIN_TO_COUNT).await?;
        let mut ledger = PostgresLedger {
            connection: &mut transaction,
            shard: self.shard,
        };
        let outcomes = batch::count(&mut ledger, batch).await?;
        transaction.commit().await?;
        self.has_replaced();
        Ok(outcomes)
    }

    /// Takes what was deleted out of the tables. VACUUM makes its room free and leaves the bytes in it:
    /// those of respondents' tables go when these are rewritten, the others at once.
    pub(super) async fn wipe(&self) -> Result<(), StorageError> {
        let statement = format!("VACUUM {}", REWRITTEN.join(", "));
        sqlx::query(AssertSqlSafe(statement))
            .execute(&mut *self.write().await?)
            .await?;
        for table in OF_SURVEYS {
            write_anew(&mut *self.write().await?, table, LOCK_PATIENCE).await?;
        }
        Ok(())
    }

    /// Rewrites each table of respondents' rows, in one transaction and in the order of its keys.
    /// CLUSTER would not do: it keeps the number of the transaction that brought each row.
    pub(super) async fn rewrite_rows(&self) -> Result<(), StorageError> {
        for table in REWRITTEN {
            write_anew(&mut *self.write().await?, table, LOCK_PATIENCE).await?;
        }
        Ok(())
    }

    pub(super) async fn end(&self) {
        self.replaced.end().await;
        self.pool.close().await;
    }
}
