//! Where the database is, as the operator writes it.

use std::{fmt, path::PathBuf, str::FromStr};

use sqlx::postgres::{PgConnectOptions, PgSslMode};
use thiserror::Error;

/// A database that the collector can use: a SQLite file, written `sqlite:FILE` or just `FILE`, or a
/// Postgres database, written `postgres://USER:PASSWORD@HOST/DATABASE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// The SQLite file.
    Sqlite(PathBuf),
    /// Where Postgres is.
    Postgres(PostgresAddress),
}

/// Where a Postgres database is and how it is spoken to. What is not said is taken from the
/// environment (`PGHOST`, `PGUSER`, `PGPASSWORD`, …) and the password file, as `psql` does.
///
/// Over a network the connection is encrypted and the server's certificate checked, against the
/// system's authorities or those of `sslrootcert=FILE`; `sslmode=require`, `prefer` or `disable` in
/// the address asks for less.
#[derive(Clone)]
pub struct PostgresAddress {
    text: String,
    options: Box<PgConnectOptions>,
}

/// Why the collector cannot use an address as a database. It never shows the address: a
/// password may stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DatabaseUrlError {
    /// What follows `postgres:` is not an address.
    #[error(
        "this is not the address of a Postgres database; write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with %-codes for special characters"
    )]
    Postgres,
    /// Some other scheme.
    #[error("the collector does not know this kind of database; use sqlite:FILE or postgres://…")]
    Scheme,
    /// No file is named.
    #[error("no file is named; use sqlite:FILE")]
    NoFile,
    /// In memory, where nothing is durable.
    #[error("a database in memory would lose what it acknowledged; use sqlite:FILE")]
    InMemory,
    /// Options behind a question mark.
    #[error("the address of a SQLite file takes no options after \"?\"; use sqlite:FILE")]
    Options,
}

impl DatabaseUrl {
    /// The SQLite file.
    #[must_use]
    pub fn sqlite_file(file: impl Into<PathBuf>) -> Self {
        Self::Sqlite(file.into())
    }
}

impl PostgresAddress {
    fn parse(text: &str) -> Result<Self, DatabaseUrlError> {
        let mut options: PgConnectOptions = text.parse().map_err(|_| DatabaseUrlError::Postgres)?;
        let said = text.contains("sslmode=") || text.contains("ssl-mode=");
        if !said && std::env::var_os("PGSSLMODE").is_none() && is_remote(&options) {
            options = options.ssl_mode(PgSslMode::VerifyFull);
        }
        Ok(Self {
            text: text.to_owned(),
            options: Box::new(options.application_name("sotto")),
        })
    }

    pub(crate) const fn options(&self) -> &PgConnectOptions {
        &self.options
    }
}

fn is_remote(options: &PgConnectOptions) -> bool {
    let host = options.get_host();
    let address = host.trim_matches(['[', ']']).parse();
    let is_local = host == "localhost"
        || host.starts_with('/')
        || address.is_ok_and(|ip: std::net::IpAddr| ip.is_loopback());
    options.get_socket().is_none() && !is_local
}

/// Two addresses are the same if they are written the same.
impl PartialEq for PostgresAddress {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for PostgresAddress {}

impl FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    fn from_str(text: &str) -> Result<Self, DatabaseUrlError> {
        let file = match text.split_once(':') {
            // One letter is a drive, not a scheme.
            Some((scheme, rest)) if scheme.len() > 1 && !scheme.contains(['/', '\\', '.']) => {
                match scheme.to_ascii_lowercase().as_str() {
                    "sqlite" => rest.strip_prefix("//").unwrap_or(rest),
                    "postgres" | "postgresql" if rest.starts_with("//") => {
                        return PostgresAddress::parse(text).map(Self::Postgres);
                    }
                    "postgres" | "postgresql" => return Err(DatabaseUrlError::Postgres),
                    _ => return Err(DatabaseUrlError::Scheme),
                }
            }
            _ => text,
        };
        match file {
            "" => Err(DatabaseUrlError::NoFile),
            ":memory:" => Err(DatabaseUrlError::InMemory),
            // A mistyped address would be shown as a file's name, with its password.
            _ if file.contains("://") => Err(DatabaseUrlError::Scheme),
            _ if file.contains('?') => Err(DatabaseUrlError::Options),
            _ => Ok(Self::sqlite_file(file)),
        }
    }
}

/// Never with a password.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => write!(out, "sqlite:{}", file.display()),
            Self::Postgres(address) => address.fmt(out),
        }
    }
}

/// Never with a password.
impl fmt::Display for PostgresAddress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "postgres://{}@", self.options.get_username())?;
        match self.options.get_socket() {
            Some(folder) => write!(out, "{}", folder.display())?,
            None => write!(
                out,
                "{}:{}",
                self.options.get_host(),
                self.options.get_port()
            )?,
        }
        let database = self.options.get_database();
        write!(out, "/{}", database.unwrap_or(self.options.get_username()))
    }
}

/// Never with a password.
impl fmt::Debug for PostgresAddress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
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
            ("postgres:secret", DatabaseUrlError::Postgres),
            ("postgres://u:secret@h:port/d", DatabaseUrlError::Postgres),
            ("mysql://root:secret@db/sotto", DatabaseUrlError::Scheme),
            ("./postgres://u:secret@h/d", DatabaseUrlError::Scheme),
            ("db.example://u:secret@h/d", DatabaseUrlError::Scheme),
            ("sqlite:postgres://u:secret@h/d", DatabaseUrlError::Scheme),
            ("sqlite:", DatabaseUrlError::NoFile),
            ("", DatabaseUrlError::NoFile),
            ("sqlite::memory:", DatabaseUrlError::InMemory),
            ("sqlite:a?mode=ro&secret", DatabaseUrlError::Options),
        ] {
            assert_eq!(text.parse::<DatabaseUrl>(), Err(error), "{text}");
            assert!(!error.to_string().contains("secret"));
        }
    }
    #[test]
    fn postgres_is_shown_without_its_password() {
        let address = "postgresql://sotto:secret@db.example:5433/surveys?sslmode=require";
        let url: DatabaseUrl = address.parse().unwrap();
        assert_eq!(url.to_string(), "postgres://sotto@db.example:5433/surveys");
        assert!(!format!("{url:?}").contains("secret"));
        let url: DatabaseUrl = "postgres://u:secret@%2Frun%2Fpg/d".parse().unwrap();
        assert_eq!(url.to_string(), "postgres://u@/run/pg/d");
    }

    #[test]
    fn a_certificate_is_asked_for_wherever_there_is_a_network() {
        for (address, checked) in [
            ("postgres://u@db.example/d", true),
            ("postgres://u@192.0.2.1/d", true),
            ("postgres://u@localhost/d", false),
            ("postgres://u@127.0.0.1/d", false),
            ("postgres://u@[::1]/d", false),
            ("postgres://u@%2Frun%2Fpg/d", false),
            ("postgres://u@db.example/d?sslmode=require", false),
        ] {
            let url: DatabaseUrl = address.parse().unwrap();
            let DatabaseUrl::Postgres(postgres) = url else {
                panic!("{address}");
            };
            let mode = postgres.options().get_ssl_mode();
            let is_checked = matches!(mode, PgSslMode::VerifyFull);
            assert_eq!(is_checked, checked, "{address}: {mode:?}");
        }
    }
}
