//! One of the two databases of a copy: its tables, their rows, and writing them.

use futures_util::{StreamExt, TryStreamExt, stream::BoxStream};
use sotto_api::Moment;
use sqlx::{
    AssertSqlSafe, Connection, PgConnection, QueryBuilder, Row, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};

use super::{
    digest::Digest, error::TransferError, seal::NONCE, standing::Standing, value::StoredValue,
};
use crate::{
    database_url::DatabaseUrl,
    storage::{StorageError, migrations},
};

/// A connection.
pub(super) enum TransferSide {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// A table, its columns in alphabetical order.
pub(super) struct StoredTable {
    pub(super) name: String,
    columns: Vec<TableColumn>,
}

struct TableColumn {
    name: String,
    kind: ColumnKind,
    /// What makes a number of 64 bits a value of this column, where it is not one already: Postgres
    /// has smaller numbers and truth values, which are numbers in SQLite.
    cast: &'static str,
    /// Numbered by Postgres itself.
    is_numbered: bool,
}

/// How a column is read and bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ColumnKind {
    Number,
    Text,
    Bytes,
}

/// A backup's seal, as it stands in the file.
pub(super) struct SealRow {
    pub(super) nonce: [u8; NONCE],
    /// When the backup was made.
    pub(super) made: Moment,
    pub(super) seal: Vec<u8>,
}

/// Runs the same code on either connection.
macro_rules! on {
    ($side:expr, $connection:ident => $body:expr) => {
        match $side {
            TransferSide::Sqlite($connection) => $body,
            TransferSide::Postgres($connection) => $body,
        }
    };
}

/// Without the one whose rows are read together with those of `submissions`, and a backup's seal.
const SQLITE_TABLES: &str = "SELECT tables.name, columns.name, columns.type, FALSE \
     FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns \
     WHERE tables.type = 'table' AND substr(tables.name, 1, 7) <> 'sqlite_' \
     AND tables.name NOT IN ('_sqlx_migrations', 'recent_submissions', 'backup_seal') \
     ORDER BY tables.name, columns.name";

const POSTGRES_TABLES: &str = "SELECT table_name::TEXT, column_name::TEXT, data_type::TEXT, \
     is_identity = 'YES' FROM information_schema.columns \
     WHERE table_schema = current_schema() AND table_name <> '_sqlx_migrations' \
     ORDER BY table_name COLLATE \"C\", column_name COLLATE \"C\"";

impl TransferSide {
    pub(super) async fn open(url: &DatabaseUrl) -> Result<Self, TransferError> {
        let unopened = |error| StorageError::Open {
            database: url.to_string(),
            error,
        };
        Ok(match url {
            DatabaseUrl::Sqlite(file) => {
                let options = SqliteConnectOptions::new()
                    .filename(file)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full)
                    .busy_timeout(std::time::Duration::from_secs(5));
                let connected = SqliteConnection::connect_with(&options).await;
                Self::Sqlite(connected.map_err(unopened)?)
            }
            DatabaseUrl::Postgres(address) => {
                let connected = PgConnection::connect_with(address.options()).await;
                Self::Postgres(connected.map_err(unopened)?)
            }
        })
    }

    async fn run(&mut self, statement: String) -> Result<(), TransferError> {
        let statement = AssertSqlSafe(statement);
        on!(self, connection => sqlx::query(statement).execute(connection).await.map(drop))?;
        Ok(())
    }

    /// From here on all is read as it stands at one moment.
    pub(super) async fn begin_to_read(&mut self) -> Result<(), TransferError> {
        if matches!(self, Self::Sqlite(_)) {
            return self.run("BEGIN".to_owned()).await;
        }
        // Held first, all of them: to whoever began to read before, a table that is being rewritten
        // looks empty.
        let held: Vec<_> = self
            .tables()
            .await?
            .into_iter()
            .map(|table| table.name)
            .collect();
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        self.run(begin.to_owned()).await?;
        if held.is_empty() {
            return Ok(());
        }
        let held = held.join(", ");
        self.run(format!("LOCK TABLE {held} IN ACCESS SHARE MODE"))
            .await
    }

    pub(super) async fn begin_to_write(&mut self) -> Result<(), TransferError> {
        let begin = match self {
            Self::Sqlite(_) => "BEGIN IMMEDIATE",
            Self::Postgres(_) => "BEGIN",
        };
        self.run(begin.to_owned()).await
    }

    pub(super) async fn commit(&mut self) -> Result<(), TransferError> {
        self.run("COMMIT".to_owned()).await
    }

    /// Whatever was to be kept is kept without this.
    pub(super) async fn close(self) {
        let _ = on!(self, connection => connection.close().await);
    }

    /// Refuses the tables of another version: a copy of them would lack something.
    pub(super) async fn check_version(&mut self, url: &DatabaseUrl) -> Result<(), TransferError> {
        let newest = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations";
        let found = on!(self, connection =>
            sqlx::query_scalar::<_, i64>(newest).fetch_one(connection).await);
        let database = url.to_string();
        let found = found.map_err(|error| StorageError::Open {
            database: database.clone(),
            error,
        })?;
        let expected = migrations::newest();
        if found == expected {
            Ok(())
        } else {
            Err(TransferError::OtherVersion {
                database,
                found,
                expected,
            })
        }
    }

    pub(super) async fn has_surveys(&mut self) -> Result<bool, TransferError> {
        let statement = "SELECT COUNT(*) FROM surveys";
        let surveys: i64 = on!(self, connection =>
            sqlx::query_scalar(statement).fetch_one(connection).await)?;
        Ok(surveys > 0)
    }

    /// A backup's seal, if it has one; only a SQLite file can.
    pub(super) async fn seal(&mut self) -> Result<Option<SealRow>, TransferError> {
        let Self::Sqlite(connection) = self else {
            return Ok(None);
        };
        let is_sealed = "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'backup_seal'";
        let sealed: i64 = sqlx::query_scalar(is_sealed)
            .fetch_one(&mut *connection)
            .await?;
        if sealed == 0 {
            return Ok(None);
        }
        let found: Option<(Vec<u8>, i64, Vec<u8>)> =
            sqlx::query_as("SELECT nonce, made, seal FROM backup_seal")
                .fetch_optional(connection)
                .await?;
        Ok(found.and_then(|(nonce, made, seal)| {
            Some(SealRow {
                nonce: nonce.try_into().ok()?,
                made: Moment::of_seconds(made),
                seal,
            })
        }))
    }

    /// Gives a SQLite file its seal.
    pub(super) async fn put_seal(&mut self, row: &SealRow) -> Result<(), TransferError> {
        let create = "CREATE TABLE backup_seal \
             (nonce BLOB NOT NULL, made INTEGER NOT NULL, seal BLOB NOT NULL) STRICT";
        self.run(create.to_owned()).await?;
        let put = "INSERT INTO backup_seal (nonce, made, seal) VALUES ($1, $2, $3)";
        on!(self, connection => sqlx::query(put)
            .bind(&row.nonce[..])
            .bind(row.made.seconds())
            .bind(&row.seal[..])
            .execute(connection)
            .await
            .map(drop))?;
        Ok(())
    }

    /// What tells which of two states of a database is the later one.
    pub(super) async fn standing(&mut self) -> Result<Standing, TransferError> {
        let acts = "SELECT COALESCE(MAX(entry), 0), MAX(hour) FROM audit_log";
        let (acts, hour): (i64, Option<i64>) = on!(self, connection =>
            sqlx::query_as(acts).fetch_one(connection).await)?;
        let revision = "SELECT revision FROM catalog_revision WHERE one = 1";
        let revision: i64 = on!(self, connection =>
            sqlx::query_scalar(revision).fetch_one(connection).await)?;
        let tokens = "SELECT id, name FROM tokens ORDER BY name, id";
        let tokens: Vec<(String, String)> = on!(self, connection =>
            sqlx::query_as(tokens).fetch_all(connection).await)?;
        let surveys = "SELECT id, MAX(version) FROM surveys GROUP BY id ORDER BY id";
        let surveys: Vec<(String, i64)> = on!(self, connection =>
            sqlx::query_as(surveys).fetch_all(connection).await)?;
        let deleted = "SELECT id_hash, version FROM deleted_surveys";
        let deleted: Vec<(Vec<u8>, i64)> = on!(self, connection =>
            sqlx::query_as(deleted).fetch_all(connection).await)?;
        Ok(Standing {
            acts,
            hour: hour.map(Moment::of_seconds),
            revision,
            tokens,
            surveys,
            deleted: deleted.into_iter().collect(),
        })
    }

    /// Every table but the one in which migrations are remembered.
    pub(super) async fn tables(&mut self) -> Result<Vec<StoredTable>, TransferError> {
        let statement = match self {
            Self::Sqlite(_) => SQLITE_TABLES,
            Self::Postgres(_) => POSTGRES_TABLES,
        };
        let found: Vec<(String, String, String, bool)> = on!(self, connection =>
            sqlx::query_as(statement).fetch_all(connection).await)?;
        let mut tables: Vec<StoredTable> = Vec::new();
        for (name, column, kind, is_numbered) in found {
            let (kind, cast) = match kind.as_str() {
                "INTEGER" | "bigint" => (ColumnKind::Number, ""),
                "integer" => (ColumnKind::Number, "::INT"),
                "boolean" => (ColumnKind::Number, "::INT::BOOLEAN"),
                "TEXT" | "text" => (ColumnKind::Text, ""),
                "BLOB" | "bytea" => (ColumnKind::Bytes, ""),
                _ => return Err(TransferError::Tables { table: name }),
            };
            let column = TableColumn {
                name: column,
                kind,
                cast,
                is_numbered,
            };
            match tables.last_mut().filter(|table| table.name == name) {
                Some(table) => table.columns.push(column),
                None => tables.push(StoredTable {
                    name,
                    columns: vec![column],
                }),
            }
        }
        Ok(tables)
    }

    /// From where the rows of a table are read.
    fn source<'a>(&self, table: &'a StoredTable) -> &'a str {
        match (self, table.name.as_str()) {
            (Self::Sqlite(_), "submissions") => "every_submission",
            (_, name) => name,
        }
    }

    pub(super) async fn empty(&mut self, table: &StoredTable) -> Result<(), TransferError> {
        self.run(format!("DELETE FROM {}", table.name)).await
    }

    /// All rows of a table, as they come.
    pub(super) fn rows<'a>(
        &'a mut self,
        table: &'a StoredTable,
    ) -> BoxStream<'a, Result<Vec<StoredValue>, TransferError>> {
        let as_number = |column: &TableColumn| match column.cast {
            "" => column.name.clone(),
            _ => format!("{}::INT::BIGINT", column.name),
        };
        let list: Vec<_> = table.columns.iter().map(as_number).collect();
        let (list, source) = (list.join(", "), self.source(table));
        let statement = AssertSqlSafe(format!("SELECT {list} FROM {source}"));
        on!(self, connection => {
            let rows = sqlx::query(statement).fetch(connection);
            rows.map(|row| {
                let row = row?;
                let value = |(index, column): (usize, &TableColumn)| {
                    let value = match column.kind {
                        ColumnKind::Number => row.try_get::<Option<_>, _>(index)?.map(StoredValue::Number),
                        ColumnKind::Text => row.try_get::<Option<_>, _>(index)?.map(StoredValue::Text),
                        ColumnKind::Bytes => row.try_get::<Option<_>, _>(index)?.map(StoredValue::Bytes),
                    };
                    Ok(value.unwrap_or(StoredValue::Nothing))
                };
                table.columns.iter().enumerate().map(value).collect()
            })
            .boxed()
        })
    }

    /// What all rows of a table add up to.
    pub(super) async fn digest(&mut self, table: &StoredTable) -> Result<Digest, TransferError> {
        let mut digest = Digest::default();
        let mut rows = self.rows(table);
        while let Some(row) = rows.try_next().await? {
            digest.add(&row);
        }
        Ok(digest)
    }

    pub(super) async fn insert(
        &mut self,
        table: &StoredTable,
        rows: &[Vec<StoredValue>],
    ) -> Result<(), TransferError> {
        let names: Vec<_> = table
            .columns
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        let numbering = match self {
            Self::Sqlite(_) => "",
            Self::Postgres(_) => "OVERRIDING SYSTEM VALUE ",
        };
        let insert = format!(
            "INSERT INTO {} ({}) {numbering}",
            table.name,
            names.join(", ")
        );
        on!(self, connection => {
            let mut query = QueryBuilder::new(insert);
            query.push_values(rows, |mut values, row| {
                for (value, column) in row.iter().zip(&table.columns) {
                    match (value, column.kind) {
                        (StoredValue::Number(number), _) => values.push_bind(*number),
                        (StoredValue::Text(text), _) => values.push_bind(text.as_str()),
                        (StoredValue::Bytes(bytes), _) => values.push_bind(bytes.as_slice()),
                        (StoredValue::Nothing, ColumnKind::Number) => values.push_bind(None::<i64>),
                        (StoredValue::Nothing, ColumnKind::Text) => values.push_bind(None::<&str>),
                        (StoredValue::Nothing, ColumnKind::Bytes) => values.push_bind(None::<&[u8]>),
                    };
                    values.push_unseparated(column.cast);
                }
            });
            query.build().execute(connection).await.map(drop)
        })?;
        Ok(())
    }

    /// Lets the database number new rows after those that were copied; SQLite does so by itself.
    pub(super) async fn go_on_numbering(
        &mut self,
        table: &StoredTable,
    ) -> Result<(), TransferError> {
        if matches!(self, Self::Sqlite(_)) {
            return Ok(());
        }
        for column in table.columns.iter().filter(|column| column.is_numbered) {
            let (table, column) = (&table.name, &column.name);
            let statement = format!(
                "SELECT setval(pg_get_serial_sequence('{table}', '{column}'), \
                 GREATEST((SELECT MAX({column}) FROM {table}), 1))"
            );
            self.run(statement).await?;
        }
        Ok(())
    }
}

impl StoredTable {
    /// Whether rows of the other table can be put into this one.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let alike =
            |one: &TableColumn, two: &TableColumn| one.name == two.name && one.kind == two.kind;
        let mut columns = self.columns.iter().zip(&other.columns);
        self.name == other.name
            && self.columns.len() == other.columns.len()
            && columns.all(|(one, two)| alike(one, two))
    }
}
