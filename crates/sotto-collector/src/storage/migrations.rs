//! The tables, in numbered steps that never change once they are released.

use sqlx::{
    SqlSafeStr,
    migrate::{MigrateError, Migration, MigrationType, Migrator},
};

use super::StorageError;

/// The number of a step, its name, and its statements for SQLite and for Postgres.
type MigrationStep = (i64, &'static str, &'static str, &'static str);

macro_rules! step {
    ($number:literal, $name:literal, $file:literal) => {
        (
            $number,
            $name,
            include_str!(concat!("../../migrations/sqlite/", $file)),
            include_str!(concat!("../../migrations/postgres/", $file)),
        )
    };
}

const STEPS: &[MigrationStep] = &[step!(1, "tables", "0001_tables.sql")];

/// The steps for SQLite.
pub(super) fn sqlite() -> Migrator {
    migrator(|(_, _, sqlite, _)| sqlite)
}

/// The steps for Postgres; sqlx runs them under an advisory lock.
pub(super) fn postgres() -> Migrator {
    migrator(|(_, _, _, postgres)| postgres)
}

/// The number of the last step.
pub(super) fn newest() -> i64 {
    STEPS.iter().map(|(number, ..)| *number).max().unwrap_or(0)
}

fn migrator(statements: fn(MigrationStep) -> &'static str) -> Migrator {
    let step = |&step: &MigrationStep| {
        let (number, name, ..) = step;
        let simple = MigrationType::Simple;
        Migration::new(
            number,
            name.into(),
            simple,
            statements(step).into_sql_str(),
            false,
        )
    };
    Migrator::with_migrations(STEPS.iter().map(step).collect())
}

/// Why the tables of `database` cannot be used.
pub(super) fn refused(database: &str, error: MigrateError) -> StorageError {
    let database = database.to_owned();
    match error {
        MigrateError::VersionMissing(migration) => StorageError::Newer {
            database,
            migration,
            newest: newest(),
        },
        MigrateError::Execute(error) => StorageError::Open { database, error },
        error => StorageError::Migrate { database, error },
    }
}
