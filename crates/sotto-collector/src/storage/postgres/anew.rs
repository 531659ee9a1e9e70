//! Writing a table's rows anew, so that its file holds nothing else.

use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::codes::{LOCK_NOT_AVAILABLE, has_code};
use crate::storage::StorageError;

const BEGIN: &str = "BEGIN";

/// Puts a table's rows into a new file, in the order of their keys, in a transaction of its own.
/// Others wait, once it has its turn, which it waits for with this patience.
pub(super) async fn write_anew(
    connection: &mut PgConnection,
    table: &str,
    patience: &str,
) -> Result<(), StorageError> {
    let mut transaction = connection.begin_with(BEGIN).await?;
    for statement in [
        patience.to_owned(),
        format!("LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE"),
        format!("CREATE TEMPORARY TABLE rows_of_{table} ON COMMIT DROP AS TABLE {table}"),
        format!("TRUNCATE {table}"),
        format!(
            "INSERT INTO {table} OVERRIDING SYSTEM VALUE \
             SELECT * FROM rows_of_{table} ORDER BY 1, 2"
        ),
    ] {
        let done = sqlx::query(AssertSqlSafe(statement))
            .execute(&mut *transaction)
            .await;
        done.map_err(|error| {
            if has_code(&error, LOCK_NOT_AVAILABLE) {
                StorageError::StillRead
            } else {
                error.into()
            }
        })?;
    }
    Ok(transaction.commit().await?)
}
