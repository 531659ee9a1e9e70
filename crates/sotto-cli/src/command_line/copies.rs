//! `sotto backup`, `sotto restore` and `sotto migrate`.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use super::{failure, in_runtime, wrong_call};
use sotto_collector::{
    DatabaseUrl, log,
    storage::{Copied, TransferError, back_up, migrate},
};

/// Copy a database, which may be in use, into a new SQLite file
#[derive(Debug, Args)]
pub(super) struct Backup {
    /// The new file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    database: Database,
}

/// Fill a new database from a backup
#[derive(Debug, Args)]
pub(super) struct Restore {
    /// The backup
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    database: Database,
}

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
            Ok(from) => report(async move { back_up(&from, &self.file).await }),
            Err(sentence) => wrong_call(&sentence),
        }
    }
}

impl Restore {
    pub(super) fn run(self) -> ExitCode {
        match self.database.read() {
            Ok(to) => {
                let from = DatabaseUrl::sqlite_file(self.file);
                report(async move { migrate(&from, &to).await })
            }
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
