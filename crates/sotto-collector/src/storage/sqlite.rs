//! The embedded database: one SQLite file, written by one connection and read by several.

use std::{path::Path, time::Duration};

use sotto_survey::{Survey, Tally};
use sqlx::{
    Connection, Row, SqliteConnection, SqlitePool,
    migrate::{MigrateError, Migrator},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use super::{Snapshot, StorageError, StoredSurvey, batch, statements};
use crate::{
    database_url::DatabaseUrl,
    storage::{Entry, Outcome},
};

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!();

const READERS: u32 = 4;
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// A SQLite file that has the tables it needs.
pub(crate) struct SqliteStorage {
    options: SqliteConnectOptions,
    readers: SqlitePool,
}

impl SqliteStorage {
    /// Opens the file, and creates it and its folder if there is none.
    pub(crate) async fn open(url: &DatabaseUrl) -> Result<Self, StorageError> {
        let file = url.file();
        if let Some(folder) = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            std::fs::create_dir_all(folder).map_err(|error| StorageError::Folder {
                folder: folder.to_owned(),
                error,
            })?;
        }
        let unopened = |error| StorageError::Open {
            file: file.clone(),
            error,
        };
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // An acknowledged submission survives a power cut.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT);
        let mut first = SqliteConnection::connect_with(&options)
            .await
            .map_err(unopened)?;
        migrate(&mut first, file).await?;
        first.close().await.map_err(unopened)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(BUSY_TIMEOUT)
            .connect_with(
                options
                    .clone()
                    .create_if_missing(false)
                    .pragma("query_only", "ON"),
            )
            .await
            .map_err(unopened)?;
        // From now on the file must be there: a new, empty one in its place would forget.
        let options = options.create_if_missing(false);
        Ok(Self { options, readers })
    }

    /// Every version of every survey.
    pub(crate) async fn surveys(&self) -> Result<Vec<StoredSurvey>, StorageError> {
        let rows = sqlx::query("SELECT key, id, version, definition FROM surveys ORDER BY key")
            .fetch_all(&self.readers)
            .await?;
        let read = |row: &sqlx::sqlite::SqliteRow| {
            let definition: String = row.try_get("definition")?;
            match serde_json::from_str(&definition) {
                Ok(survey) => Ok(StoredSurvey {
                    key: row.try_get("key")?,
                    survey,
                }),
                Err(error) => Err(StorageError::Survey {
                    id: row.try_get("id")?,
                    version: row.try_get("version")?,
                    reason: error.to_string(),
                }),
            }
        };
        rows.iter().map(read).collect()
    }

    /// Stores a version of a survey, with nothing counted yet.
    pub(crate) async fn publish(&self, survey: &Survey) -> Result<(), StorageError> {
        let definition = serde_json::to_string(survey).map_err(|_| StorageError::Damaged)?;
        let mut connection = SqliteConnection::connect_with(&self.options).await?;
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        let key: i64 = sqlx::query_scalar(
            "INSERT INTO surveys (id, version, definition) VALUES (?1, ?2, ?3) RETURNING key",
        )
        .bind(survey.id().as_str())
        .bind(survey.version())
        .bind(definition)
        .fetch_one(&mut *transaction)
        .await?;
        for (place, question) in (0_i64..).zip(survey.questions()) {
            sqlx::query("INSERT INTO question_counts VALUES (?1, ?2, 0)")
                .bind(key)
                .bind(place)
                .execute(&mut *transaction)
                .await?;
            for (category, _) in (0_i64..).zip(question.oracle().empty_counts().sums()) {
                sqlx::query("INSERT INTO category_counts VALUES (?1, ?2, ?3, 0)")
                    .bind(key)
                    .bind(place)
                    .bind(category)
                    .execute(&mut *transaction)
                    .await?;
            }
        }
        transaction.commit().await?;
        Ok(connection.close().await?)
    }

    /// How many submissions to a survey have been counted. One row is read.
    pub(crate) async fn submissions(&self, stored: &StoredSurvey) -> Result<u64, StorageError> {
        let reports: i64 = sqlx::query_scalar(statements::SUBMISSIONS)
            .bind(stored.key)
            .fetch_optional(&self.readers)
            .await?
            .ok_or(StorageError::Damaged)?;
        unsigned(reports)
    }

    /// The counts of a survey, all of one moment. As many rows are read as it has categories.
    pub(crate) async fn snapshot(&self, stored: &StoredSurvey) -> Result<Snapshot, StorageError> {
        let rows = sqlx::query(statements::COUNTS)
            .bind(stored.key)
            .fetch_all(&self.readers)
            .await?;
        let questions = stored.survey.questions();
        let empty = |question: &sotto_survey::Question| {
            (0, question.oracle().empty_counts().sums().to_vec())
        };
        let mut counts: Vec<(u64, Vec<u64>)> = questions.iter().map(empty).collect();
        for row in rows {
            let (question, category): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            let count = unsigned(row.try_get(2)?)?;
            let place = usize::try_from(question)
                .ok()
                .and_then(|question| counts.get_mut(question))
                .and_then(|(reports, supports)| match category {
                    -1 => Some(reports),
                    _ => supports.get_mut(usize::try_from(category).ok()?),
                });
            *place.ok_or(StorageError::Damaged)? = count;
        }
        let submissions = counts.first().map_or(0, |(reports, _)| *reports);
        let counts: Result<Vec<_>, _> = questions
            .iter()
            .zip(counts)
            .map(|(question, (reports, sums))| question.oracle().stored_counts(reports, sums))
            .collect();
        let counts = counts.map_err(|_| StorageError::Damaged)?;
        Ok(Snapshot {
            submissions,
            tally: Tally::of_counts(&stored.survey, counts),
        })
    }

    /// Whether the database answers.
    pub(crate) async fn check(&self) -> Result<(), StorageError> {
        sqlx::query("SELECT 1").execute(&self.readers).await?;
        Ok(())
    }

    /// What counts submissions; a process needs one.
    pub(crate) fn writer(&self) -> BatchWriter {
        BatchWriter {
            options: self.options.clone(),
            connection: None,
        }
    }

    /// Waits for every reader.
    pub(crate) async fn close(&self) {
        self.readers.close().await;
    }
}

/// The connection that counts. After an error it is given up, and the next batch begins with a new
/// one: what was wrong may have passed.
pub(crate) struct BatchWriter {
    options: SqliteConnectOptions,
    connection: Option<SqliteConnection>,
}

impl BatchWriter {
    /// Counts a batch in one transaction. On return it is durable; after an error nothing of it
    /// is known to be counted, and sending it again is safe.
    pub(crate) async fn count(&mut self, batch: &[Entry]) -> Result<Vec<Outcome>, StorageError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => SqliteConnection::connect_with(&self.options).await?,
        };
        let outcomes = batch::count(&mut connection, batch).await?;
        self.connection = Some(connection);
        Ok(outcomes)
    }

    pub(crate) async fn close(self) -> Result<(), StorageError> {
        match self.connection {
            Some(connection) => Ok(connection.close().await?),
            None => Ok(()),
        }
    }
}

async fn migrate(connection: &mut SqliteConnection, file: &Path) -> Result<(), StorageError> {
    MIGRATIONS.run(connection).await.map_err(|error| {
        let newest = MIGRATIONS.iter().map(|migration| migration.version).max();
        match error {
            MigrateError::VersionMissing(migration) => StorageError::Newer {
                file: file.to_owned(),
                migration,
                newest: newest.unwrap_or(0),
            },
            MigrateError::Execute(error) => StorageError::Open {
                file: file.to_owned(),
                error,
            },
            error => StorageError::Migrate {
                file: file.to_owned(),
                error,
            },
        }
    })
}

fn unsigned(count: i64) -> Result<u64, StorageError> {
    u64::try_from(count).map_err(|_| StorageError::Damaged)
}
