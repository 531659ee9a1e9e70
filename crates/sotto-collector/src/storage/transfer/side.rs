//! One of the two databases of a copy: its tables, their rows, and writing them.

use futures_util::{StreamExt, TryStreamExt, stream::BoxStream};
use sqlx::{
    AssertSqlSafe, Connection, PgConnection, Postgres, QueryBuilder, Row, Sqlite, SqliteConnection,
    postgres::PgRow,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteRow, SqliteSynchronous},
};

use super::{TransferError, digest::Digest};
use crate::{
    database_url::DatabaseUrl,
    storage::{StorageError, migrations},
};

/// A connection.
pub(super) enum Side {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// A table, its columns in alphabetical order.
pub(super) struct Table {
    pub(super) name: String,
    columns: Vec<Column>,
}

struct Column {
    name: String,
    kind: Kind,
    /// Numbered by Postgres itself.
    is_numbered: bool,
}

/// How a column is read and bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// 64 bits.
    Number,
    /// 32 bits, which only Postgres tells apart.
    Small,
    /// A number in SQLite.
    Truth,
    Text,
    Bytes,
}

/// What stands in a column, the same for both databases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Nothing,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// Runs the same code on either connection.
macro_rules! on {
    ($side:expr, $connection:ident => $body:expr) => {
        match $side {
            Side::Sqlite($connection) => $body,
            Side::Postgres($connection) => $body,
        }
    };
}

/// Without the one whose rows are read together with those of `submissions`.
const SQLITE_TABLES: &str = "SELECT tables.name, columns.name, columns.type, FALSE \
     FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns \
     WHERE tables.type = 'table' AND substr(tables.name, 1, 7) <> 'sqlite_' \
     AND tables.name NOT IN ('_sqlx_migrations', 'recent_submissions') \
     ORDER BY tables.name, columns.name";

const POSTGRES_TABLES: &str = "SELECT table_name::TEXT, column_name::TEXT, data_type::TEXT, \
     is_identity = 'YES' FROM information_schema.columns \
     WHERE table_schema = current_schema() AND table_name <> '_sqlx_migrations' \
     ORDER BY table_name COLLATE \"C\", column_name COLLATE \"C\"";

impl Side {
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

    /// From here on all is read as it stands at one moment.
    pub(super) async fn begin_to_read(&mut self) -> Result<(), TransferError> {
        // Held first, all of them: to whoever began to read before, a table that is being laid anew
        // looks empty.
        let held = match self {
            Self::Sqlite(_) => Vec::new(),
            Self::Postgres(_) => self.tables().await?,
        };
        match self {
            Self::Sqlite(connection) => sqlx::query("BEGIN").execute(connection).await.map(drop),
            Self::Postgres(connection) => {
                sqlx::query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                    .execute(&mut *connection)
                    .await?;
                let held: Vec<_> = held.into_iter().map(|table| table.name).collect();
                if held.is_empty() {
                    return Ok(());
                }
                let lock = format!("LOCK TABLE {} IN ACCESS SHARE MODE", held.join(", "));
                let lock = sqlx::query(AssertSqlSafe(lock)).execute(connection);
                lock.await.map(drop)
            }
        }?;
        Ok(())
    }

    pub(super) async fn begin_to_write(&mut self) -> Result<(), TransferError> {
        match self {
            Self::Sqlite(connection) => {
                let begin = sqlx::query("BEGIN IMMEDIATE");
                begin.execute(connection).await.map(drop)
            }
            Self::Postgres(connection) => sqlx::query("BEGIN").execute(connection).await.map(drop),
        }?;
        Ok(())
    }

    pub(super) async fn commit(&mut self) -> Result<(), TransferError> {
        on!(self, connection => sqlx::query("COMMIT").execute(connection).await.map(drop))?;
        Ok(())
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

    /// Every table but the one in which migrations are remembered.
    pub(super) async fn tables(&mut self) -> Result<Vec<Table>, TransferError> {
        macro_rules! found {
            ($statement:expr, $connection:expr) => {
                sqlx::query($statement)
                    .fetch_all($connection)
                    .await?
                    .iter()
                    .map(|row| {
                        Ok((
                            row.try_get(0)?,
                            row.try_get(1)?,
                            row.try_get(2)?,
                            row.try_get(3)?,
                        ))
                    })
                    .collect::<Result<Vec<(String, String, String, bool)>, sqlx::Error>>()
            };
        }
        let found = match self {
            Self::Sqlite(connection) => found!(SQLITE_TABLES, connection),
            Self::Postgres(connection) => found!(POSTGRES_TABLES, connection),
        }?;
        let mut tables: Vec<Table> = Vec::new();
        for (name, column, kind, is_numbered) in found {
            let kind = match kind.as_str() {
                "INTEGER" | "bigint" => Kind::Number,
                "integer" => Kind::Small,
                "boolean" => Kind::Truth,
                "TEXT" | "text" => Kind::Text,
                "BLOB" | "bytea" => Kind::Bytes,
                _ => return Err(TransferError::Tables { table: name }),
            };
            let column = Column {
                name: column,
                kind,
                is_numbered,
            };
            match tables.last_mut().filter(|table| table.name == name) {
                Some(table) => table.columns.push(column),
                None => tables.push(Table {
                    name,
                    columns: vec![column],
                }),
            }
        }
        Ok(tables)
    }

    /// From where the rows of a table are read.
    fn source<'a>(&self, table: &'a Table) -> &'a str {
        match (self, table.name.as_str()) {
            (Self::Sqlite(_), "submissions") => "every_submission",
            (_, name) => name,
        }
    }

    pub(super) async fn empty(&mut self, table: &Table) -> Result<(), TransferError> {
        let statement = AssertSqlSafe(format!("DELETE FROM {}", table.name));
        on!(self, connection => sqlx::query(statement).execute(connection).await.map(drop))?;
        Ok(())
    }

    /// All rows of a table, as they come.
    pub(super) fn rows<'a>(
        &'a mut self,
        table: &'a Table,
    ) -> BoxStream<'a, Result<Vec<Value>, TransferError>> {
        let (list, source) = (table.list(), self.source(table));
        let statement = AssertSqlSafe(format!("SELECT {list} FROM {source}"));
        match self {
            Self::Sqlite(connection) => sqlx::query(statement)
                .fetch(connection)
                .map(|row| Ok(sqlite_row(&row?, table)?))
                .boxed(),
            Self::Postgres(connection) => sqlx::query(statement)
                .fetch(connection)
                .map(|row| Ok(postgres_row(&row?, table)?))
                .boxed(),
        }
    }

    /// What all rows of a table add up to.
    pub(super) async fn digest(&mut self, table: &Table) -> Result<Digest, TransferError> {
        let mut digest = Digest::default();
        let mut rows = self.rows(table);
        while let Some(row) = rows.try_next().await? {
            digest.add(&row);
        }
        Ok(digest)
    }

    pub(super) async fn insert(
        &mut self,
        table: &Table,
        rows: &[Vec<Value>],
    ) -> Result<(), TransferError> {
        let (name, list) = (&table.name, table.list());
        match self {
            Self::Sqlite(connection) => {
                let mut query: QueryBuilder<Sqlite> =
                    QueryBuilder::new(format!("INSERT INTO {name} ({list}) "));
                query.push_values(rows, |mut values, row| {
                    for value in row {
                        match value {
                            Value::Nothing => values.push_bind(None::<i64>),
                            Value::Number(number) => values.push_bind(*number),
                            Value::Text(text) => values.push_bind(text.as_str()),
                            Value::Bytes(bytes) => values.push_bind(bytes.as_slice()),
                        };
                    }
                });
                query.build().execute(connection).await?;
            }
            Self::Postgres(connection) => {
                let mut query: QueryBuilder<Postgres> = QueryBuilder::new(format!(
                    "INSERT INTO {name} ({list}) OVERRIDING SYSTEM VALUE "
                ));
                query.push_values(rows, |mut values, row| {
                    for (value, column) in row.iter().zip(&table.columns) {
                        match (value, column.kind) {
                            (Value::Number(number), Kind::Truth) => values.push_bind(*number != 0),
                            // What does not fit is found out by the comparison.
                            (Value::Number(number), Kind::Small) => {
                                values.push_bind(i32::try_from(*number).unwrap_or_default())
                            }
                            (Value::Number(number), _) => values.push_bind(*number),
                            (Value::Text(text), _) => values.push_bind(text.as_str()),
                            (Value::Bytes(bytes), _) => values.push_bind(bytes.as_slice()),
                            (Value::Nothing, Kind::Number) => values.push_bind(None::<i64>),
                            (Value::Nothing, Kind::Small) => values.push_bind(None::<i32>),
                            (Value::Nothing, Kind::Truth) => values.push_bind(None::<bool>),
                            (Value::Nothing, Kind::Text) => values.push_bind(None::<&str>),
                            (Value::Nothing, Kind::Bytes) => values.push_bind(None::<&[u8]>),
                        };
                    }
                });
                query.build().execute(connection).await?;
            }
        }
        Ok(())
    }

    /// Lets the database number new rows after those that were copied; SQLite does so by itself.
    pub(super) async fn go_on_numbering(&mut self, table: &Table) -> Result<(), TransferError> {
        let Self::Postgres(connection) = self else {
            return Ok(());
        };
        for column in table.columns.iter().filter(|column| column.is_numbered) {
            let (table, column) = (&table.name, &column.name);
            let statement = format!(
                "SELECT setval(pg_get_serial_sequence('{table}', '{column}'), \
                 GREATEST((SELECT MAX({column}) FROM {table}), 1))"
            );
            sqlx::query(AssertSqlSafe(statement))
                .execute(&mut *connection)
                .await?;
        }
        Ok(())
    }
}

impl Table {
    fn list(&self) -> String {
        let names: Vec<_> = self
            .columns
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        names.join(", ")
    }

    /// Whether rows of the other table can be put into this one.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.name == other.name
            && self.columns.len() == other.columns.len()
            && self
                .columns
                .iter()
                .zip(&other.columns)
                .all(|(one, two)| one.name == two.name && one.kind.class() == two.kind.class())
    }
}

impl Kind {
    /// The kinds that hold the same values.
    const fn class(self) -> u8 {
        match self {
            Self::Number | Self::Small | Self::Truth => 0,
            Self::Text => 1,
            Self::Bytes => 2,
        }
    }
}

fn sqlite_row(row: &SqliteRow, table: &Table) -> Result<Vec<Value>, sqlx::Error> {
    let value = |(place, column): (usize, &Column)| match column.kind {
        Kind::Number | Kind::Small | Kind::Truth => Ok(number(row.try_get(place)?)),
        Kind::Text => Ok(text(row.try_get(place)?)),
        Kind::Bytes => Ok(bytes(row.try_get(place)?)),
    };
    table.columns.iter().enumerate().map(value).collect()
}

fn postgres_row(row: &PgRow, table: &Table) -> Result<Vec<Value>, sqlx::Error> {
    let value = |(place, column): (usize, &Column)| match column.kind {
        Kind::Number => Ok(number(row.try_get(place)?)),
        Kind::Small => Ok(number(row.try_get::<Option<i32>, _>(place)?.map(i64::from))),
        Kind::Truth => Ok(number(
            row.try_get::<Option<bool>, _>(place)?.map(i64::from),
        )),
        Kind::Text => Ok(text(row.try_get(place)?)),
        Kind::Bytes => Ok(bytes(row.try_get(place)?)),
    };
    table.columns.iter().enumerate().map(value).collect()
}

fn number(value: Option<i64>) -> Value {
    value.map_or(Value::Nothing, Value::Number)
}

fn text(value: Option<String>) -> Value {
    value.map_or(Value::Nothing, Value::Text)
}

fn bytes(value: Option<Vec<u8>>) -> Value {
    value.map_or(Value::Nothing, Value::Bytes)
}
