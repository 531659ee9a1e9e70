//! `sotto backup`, `sotto restore` and `sotto migrate`.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use super::ending::{failure, in_runtime, wrong_call};
use sotto_collector::{
    Clock as _, DatabaseUrl, SystemClock,
    storage::{BackupKey, Copied, Older, TransferError, back_up, migrate, restore},
};
use sotto_log as log;

/// Copy a database, which may be in use, into a new SQLite file
#[derive(Debug, Args)]
pub(super) struct Backup {
    /// The new file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    database: Database,

    #[command(flatten)]
    key: CopyKey,
}

/// Fill a new database from a backup, if it is as it was made
#[derive(Debug, Args)]
pub(super) struct Restore {
    /// The backup
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    database: Database,

    #[command(flatten)]
    key: CopyKey,

    /// Restore it although the database has been used since the backup was made: tokens that were revoked
    /// and surveys that were deleted come back
    #[arg(long)]
    older: bool,
}

#[derive(Debug, Args)]
struct CopyKey {
    /// The key under which backups are sealed; the first backup makes it [default: sotto-backup.key
    /// beside the SQLite file, or in this folder]
    #[arg(long, env = "SOTTO_BACKUP_KEY", value_name = "FILE")]
    key: Option<PathBuf>,
}

impl CopyKey {
    fn file(self, database: &DatabaseUrl) -> PathBuf {
        self.key.unwrap_or_else(|| match database {
            DatabaseUrl::Sqlite(file) => file.with_file_name(KEY),
            DatabaseUrl::Postgres(_) => PathBuf::from(KEY),
        })
    }
}

/// Where the key is if nobody says where.
const KEY: &str = "sotto-backup.key";

#[derive(Debug, Args)]
struct Database {
    /// The collector's database: sqlite:FILE or postgres://… [default: sqlite:data/sotto.sqlite]
    // Read later: clap would repeat a wrong value, and a password may stand in it.
    #[arg(
        long,
        env = "SOTTO_DATABASE",
        value_name = "WHERE",
        hide_env_values = true
    )]
    database: Option<String>,
}

/// Copy a database into a new one of either kind; stop its collectors first
#[derive(Debug, Args)]
pub(super) struct Migrate {
    /// Where everything is: sqlite:FILE or postgres://…
    #[arg(long, value_name = "WHERE")]
    from: String,

    /// Where everything goes: sqlite:FILE or postgres://…
    #[arg(long, value_name = "WHERE")]
    to: String,
}

impl Backup {
    pub(super) fn run(self) -> ExitCode {
        match self.database.read() {
            Ok(from) => {
                let file = self.key.file(&from);
                let key = match BackupKey::read_or_make(&file) {
                    Ok((key, is_new)) => {
                        if is_new {
                            log::say(format_args!(
                                "The key under which backups are sealed is new: {}. Keep a copy of it away from the backups; nobody can restore one without it.",
                                file.display()
                            ));
                        }
                        key
                    }
                    Err(error) => return failure(error),
                };
                let made = SystemClock.moment();
                report(async move { back_up(&from, &self.file, &key, made).await })
            }
            Err(sentence) => wrong_call(&sentence),
        }
    }
}

impl Restore {
    pub(super) fn run(self) -> ExitCode {
        match self.database.read() {
            Ok(to) => match BackupKey::read(&self.key.file(&to)) {
                Ok(key) => {
                    let older = if self.older {
                        Older::Meant
                    } else {
                        Older::Refused
                    };
                    report(async move {
                        let restored = restore(&self.file, &to, &key, older).await?;
                        log::say(format_args!(
                            "The backup was made on {}: tokens that were revoked and surveys that were deleted after that are back.",
                            restored.made
                        ));
                        Ok(restored.copied)
                    })
                }
                Err(error) => failure(error),
            },
            Err(sentence) => wrong_call(&sentence),
        }
    }
}

impl Migrate {
    pub(super) fn run(self) -> ExitCode {
        match (read("--from", &self.from), read("--to", &self.to)) {
            (Ok(from), Ok(to)) => report(async move { migrate(&from, &to).await }),
            (Err(sentence), _) | (_, Err(sentence)) => wrong_call(&sentence),
        }
    }
}

impl Database {
    fn read(&self) -> Result<DatabaseUrl, String> {
        match (&self.database, std::env::var("DATABASE_URL")) {
            (Some(given), _) => read("--database", given),
            (None, Ok(given)) => read("DATABASE_URL", &given),
            (None, Err(_)) => read("--database", "sqlite:data/sotto.sqlite"),
        }
    }
}

fn read(source: &str, given: &str) -> Result<DatabaseUrl, String> {
    given.parse().map_err(|error| format!("{source}: {error}"))
}

fn report(work: impl Future<Output = Result<Copied, TransferError>>) -> ExitCode {
    in_runtime(async {
        match work.await {
            Ok(copied) => {
                log::say(format_args!(
                    "Copied and compared: {} versions of surveys, {} submissions, {} rows in all.",
                    copied.surveys, copied.submissions, copied.rows
                ));
                ExitCode::SUCCESS
            }
            Err(error) => failure(error),
        }
    })
}
