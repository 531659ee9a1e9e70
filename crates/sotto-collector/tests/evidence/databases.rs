//! A database of one's own: a SQLite file, or a schema in the Postgres that the tests are given.

use std::sync::Arc;

use rand::{Rng, rngs::ChaCha20Rng};
use sotto_collector::{
    DatabaseUrl,
    storage::{self, Storage, StorageError},
};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tempfile::TempDir;

use crate::{patience::until, temporary};

/// A database that no other test uses.
pub(crate) struct TestDatabase {
    pub(crate) url: DatabaseUrl,
    /// The address in full.
    pub(crate) address: String,
    _folder: Option<TempDir>,
}

impl TestDatabase {
    /// A SQLite file.
    pub(crate) fn sqlite() -> Self {
        let folder = temporary::folder();
        let address = format!("sqlite:{}", folder.path().join("sotto.sqlite").display());
        Self {
            url: address.parse().unwrap(),
            address,
            _folder: Some(folder),
        }
    }

    /// A schema, empty and alone in the search path.
    pub(crate) async fn postgres() -> Self {
        let Ok(server) = std::env::var("SOTTO_TEST_POSTGRES") else {
            panic!(
                "SOTTO_TEST_POSTGRES is not set: this test needs a Postgres; run it by ./test, or by scripts/with-postgres cargo nextest run …"
            );
        };
        let mut generator: ChaCha20Rng = rand::make_rng();
        let schema = format!("test_{:016x}", generator.next_u64());
        let mut connection = PgConnection::connect(&server).await.unwrap();
        let statement = format!("CREATE SCHEMA {schema}");
        sqlx::query(AssertSqlSafe(statement))
            .execute(&mut connection)
            .await
            .unwrap();
        let address = format!("{server}?options[search_path]={schema}");
        Self {
            url: address.parse().unwrap(),
            address,
            _folder: None,
        }
    }

    pub(crate) async fn open(&self) -> Arc<dyn Storage> {
        self.try_open().await.unwrap()
    }

    pub(crate) async fn try_open(&self) -> Result<Arc<dyn Storage>, StorageError> {
        storage::open(&self.url).await
    }

    /// Runs a statement beside the collector.
    pub(crate) async fn execute(&self, statement: &str) {
        self.try_execute(statement).await.unwrap();
    }

    /// Keeps everybody from changing a survey until it is released; reading goes on.
    pub(crate) async fn hold(&self) -> Held {
        match &self.url {
            DatabaseUrl::Sqlite(_) => {
                let connection = sqlx::SqliteConnection::connect(&self.address).await;
                let mut connection = connection.unwrap();
                sqlx::raw_sql("BEGIN IMMEDIATE")
                    .execute(&mut connection)
                    .await
                    .unwrap();
                Held::Sqlite(connection)
            }
            DatabaseUrl::Postgres(_) => {
                let mut connection = PgConnection::connect(&self.address).await.unwrap();
                sqlx::raw_sql("BEGIN; LOCK TABLE surveys IN SHARE ROW EXCLUSIVE MODE")
                    .execute(&mut connection)
                    .await
                    .unwrap();
                Held::Postgres(connection)
            }
        }
    }

    /// Keeps a table of Postgres from everybody else, in a mode that the server knows, until it is
    /// released.
    pub(crate) async fn hold_table(&self, table: &'static str, mode: &str) -> HeldTable {
        let mut connection = PgConnection::connect(&self.address).await.unwrap();
        let statement = format!("BEGIN; LOCK TABLE {table} IN {mode} MODE");
        sqlx::raw_sql(AssertSqlSafe(statement))
            .execute(&mut connection)
            .await
            .unwrap();
        HeldTable { table, connection }
    }

    async fn try_execute(&self, statement: &str) -> Result<(), sqlx::Error> {
        let statement = AssertSqlSafe(statement.to_owned());
        match &self.url {
            DatabaseUrl::Sqlite(_) => {
                let mut connection = sqlx::SqliteConnection::connect(&self.address).await?;
                sqlx::query(statement).execute(&mut connection).await?;
                connection.close().await
            }
            DatabaseUrl::Postgres(_) => {
                let mut connection = PgConnection::connect(&self.address).await?;
                sqlx::query(statement).execute(&mut connection).await?;
                connection.close().await
            }
        }
    }

    /// All that it holds: the files of SQLite as they are, the log among them, or every row of every
    /// table of Postgres as text.
    pub(crate) async fn everything(&self) -> Vec<u8> {
        let mut all = Vec::new();
        match &self.url {
            DatabaseUrl::Sqlite(file) => {
                let read = || {
                    let files = std::fs::read_dir(file.parent().unwrap()).unwrap();
                    let paths: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
                    assert!(paths.len() > 1, "the log is there as well");
                    let bytes = paths.iter().flat_map(|path| std::fs::read(path).unwrap());
                    bytes.collect::<Vec<u8>>()
                };
                // What is moved from the log into the file between reading the one and the other
                // would be in neither.
                until("files that stay as they are", async || {
                    let before = std::mem::replace(&mut all, read());
                    all == before
                })
                .await;
            }
            DatabaseUrl::Postgres(_) => {
                let mut connection = PgConnection::connect(&self.address).await.unwrap();
                let tables: Vec<String> = sqlx::query_scalar(
                    "SELECT CAST(tablename AS TEXT) FROM pg_tables \
                     WHERE schemaname = current_schema()",
                )
                .fetch_all(&mut connection)
                .await
                .unwrap();
                assert!(tables.len() > 8, "{tables:?}");
                for table in tables {
                    let rows = AssertSqlSafe(format!("SELECT one::text FROM {table} one"));
                    let rows: Vec<String> = sqlx::query_scalar(rows)
                        .fetch_all(&mut connection)
                        .await
                        .unwrap();
                    all.extend(rows.join("\n").into_bytes());
                }
            }
        }
        all
    }

    /// The number of rows of a table.
    pub(crate) async fn rows(&self, table: &str) -> i64 {
        let statement = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        match &self.url {
            DatabaseUrl::Sqlite(_) => {
                let mut connection = sqlx::SqliteConnection::connect(&self.address)
                    .await
                    .unwrap();
                let rows = sqlx::query_scalar(statement).fetch_one(&mut connection);
                let rows = rows.await.unwrap();
                // One that is only dropped may be read with a little longer.
                connection.close().await.unwrap();
                rows
            }
            DatabaseUrl::Postgres(_) => {
                let mut connection = PgConnection::connect(&self.address).await.unwrap();
                let rows = sqlx::query_scalar(statement).fetch_one(&mut connection);
                rows.await.unwrap()
            }
        }
    }
}

/// Who keeps everybody from changing a survey.
pub(crate) enum Held {
    Sqlite(sqlx::SqliteConnection),
    Postgres(PgConnection),
}

impl Held {
    pub(crate) async fn release(self) {
        match self {
            Self::Sqlite(connection) => connection.close().await,
            Self::Postgres(connection) => connection.close().await,
        }
        .unwrap();
    }
}

/// A table that is kept from everybody else.
pub(crate) struct HeldTable {
    table: &'static str,
    connection: PgConnection,
}

impl HeldTable {
    /// Until somebody waits for it.
    pub(crate) async fn is_waited_for(&mut self) {
        let waiting = "SELECT COUNT(*) FROM pg_locks \
             WHERE NOT granted AND relation = CAST($1 AS REGCLASS)";
        let Self { table, connection } = self;
        until(&format!("somebody who waits for {table}"), async || {
            let waiting = sqlx::query_scalar(waiting).bind(*table);
            let number: i64 = waiting.fetch_one(&mut *connection).await.unwrap();
            number > 0
        })
        .await;
    }

    pub(crate) async fn release(self) {
        self.connection.close().await.unwrap();
    }
}

/// Each of these functions, which take a [`TestDatabase`], as a test on each database.
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $name() {
                    super::$name($crate::databases::TestDatabase::sqlite()).await;
                }
            )+
        }
        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $name() {
                    super::$name($crate::databases::TestDatabase::postgres().await).await;
                }
            )+
        }
    };
}
pub(crate) use on_both;
