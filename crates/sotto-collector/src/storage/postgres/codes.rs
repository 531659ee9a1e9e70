//! By what Postgres says why a statement failed.

/// Whether the same transaction may succeed when it is tried again: it was in another's way.
pub(super) fn gave_way(error: &sqlx::Error) -> bool {
    const SERIALIZATION_FAILURE: &str = "40001";
    const DEADLOCK: &str = "40P01";
    has_code(error, SERIALIZATION_FAILURE) || has_code(error, DEADLOCK)
}

pub(super) const LOCK_NOT_AVAILABLE: &str = "55P03";

pub(super) fn has_code(error: &sqlx::Error, wanted: &str) -> bool {
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| code == wanted)
}
