//! Running statements on whichever database: what stands in methods that are written once for both.

/// `bind!(sqlx::query(TEXT), a, b)` binds the values of `$1` and `$2`.
macro_rules! bind {
    ($query:expr $(, $value:expr)+) => { $query$(.bind($value))+ };
}
pub(super) use bind;

/// `begin!(self => transaction)` begins a transaction that writes; `begin!(self => transaction, TEXT)` runs that
/// statement first in it.
macro_rules! begin {
    ($storage:expr => $transaction:ident $(, $first:expr)?) => {
        let mut connection = $storage.write().await?;
        let mut $transaction = sqlx::Connection::begin_with(&mut *connection, Self::BEGIN).await?;
        $(sqlx::query($first).execute(&mut *$transaction).await?;)?
    };
}
pub(super) use begin;
