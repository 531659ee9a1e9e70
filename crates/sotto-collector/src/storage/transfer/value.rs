//! A cell of a table, whichever database it is read from.

/// What stands in a column, the same for both databases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StoredValue {
    Nothing,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}
