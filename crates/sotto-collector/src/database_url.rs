//! Where the database is, as the operator writes it.

use std::{fmt, path::PathBuf, str::FromStr};

use thiserror::Error;

/// A database that the collector can use: a SQLite file, written `sqlite:FILE` or just `FILE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseUrl {
    file: PathBuf,
}

/// Why an address is none of a database that the collector can use. It never shows the address: a
/// password may stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DatabaseUrlError {
    /// Postgres.
    #[error("Postgres is not available yet; use sqlite:FILE")]
    Postgres,
    /// Some other scheme.
    #[error("this is no database the collector knows; use sqlite:FILE")]
    Scheme,
    /// No file is named.
    #[error("no file is named; use sqlite:FILE")]
    NoFile,
    /// In memory, where nothing is durable.
    #[error("a database in memory would lose what it acknowledged; use sqlite:FILE")]
    InMemory,
    /// Options behind a question mark.
    #[error("options behind \"?\" are not taken; use sqlite:FILE")]
    Options,
}

impl DatabaseUrl {
    /// The SQLite file.
    #[must_use]
    pub fn sqlite_file(file: impl Into<PathBuf>) -> Self {
        Self { file: file.into() }
    }

    pub(crate) const fn file(&self) -> &PathBuf {
        &self.file
    }
}

impl FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    fn from_str(text: &str) -> Result<Self, DatabaseUrlError> {
        let file = match text.split_once(':') {
            // One letter is a drive, not a scheme.
            Some((scheme, rest)) if scheme.len() > 1 && !scheme.contains(['/', '\\', '.']) => {
                match scheme.to_ascii_lowercase().as_str() {
                    "sqlite" => rest.strip_prefix("//").unwrap_or(rest),
                    "postgres" | "postgresql" => return Err(DatabaseUrlError::Postgres),
                    _ => return Err(DatabaseUrlError::Scheme),
                }
            }
            _ => text,
        };
        match file {
            "" => Err(DatabaseUrlError::NoFile),
            ":memory:" => Err(DatabaseUrlError::InMemory),
            _ if file.contains('?') => Err(DatabaseUrlError::Options),
            _ => Ok(Self::sqlite_file(file)),
        }
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "sqlite:{}", self.file.display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_with_or_without_the_scheme() {
        for (text, file) in [
            ("sqlite:a.sqlite", "a.sqlite"),
            ("sqlite:/var/a.sqlite", "/var/a.sqlite"),
            ("sqlite:///var/a.sqlite", "/var/a.sqlite"),
            ("SQLITE:a", "a"),
            ("data/a.sqlite", "data/a.sqlite"),
            ("./a:b", "./a:b"),
        ] {
            let url: DatabaseUrl = text.parse().unwrap();
            assert_eq!(url, DatabaseUrl::sqlite_file(file), "{text}");
        }
    }

    #[test]
    fn others_are_refused_without_repeating_a_password() {
        for (text, error) in [
            (
                "postgres://sotto:secret@db/sotto",
                DatabaseUrlError::Postgres,
            ),
            (
                "postgresql://sotto:secret@db/sotto",
                DatabaseUrlError::Postgres,
            ),
            ("mysql://root:secret@db/sotto", DatabaseUrlError::Scheme),
            ("sqlite:", DatabaseUrlError::NoFile),
            ("", DatabaseUrlError::NoFile),
            ("sqlite::memory:", DatabaseUrlError::InMemory),
            ("sqlite:a?mode=ro&secret", DatabaseUrlError::Options),
        ] {
            assert_eq!(text.parse::<DatabaseUrl>(), Err(error), "{text}");
            assert!(!error.to_string().contains("secret"));
        }
    }
}
