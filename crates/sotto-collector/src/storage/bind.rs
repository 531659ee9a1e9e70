//! Binding a statement's values.

/// `bind!(sqlx::query(TEXT), a, b)` binds the values of `$1` and `$2`, for whichever database runs it.
macro_rules! bind {
    ($query:expr $(, $value:expr)+) => { $query$(.bind($value))+ };
}
pub(super) use bind;
