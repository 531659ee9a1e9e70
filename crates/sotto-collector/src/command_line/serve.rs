//! `sotto serve`.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use super::{failure, in_runtime, wrong_call};
use crate::{
    database_url::DatabaseUrlError,
    log,
    serve::{Collector, ServeOptions},
};

const DEFAULT_DATABASE: &str = "sqlite:data/sotto.sqlite";

/// Collect submissions, answer with estimates, and serve the site.
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// Address and port; port 0 takes any that is free
    #[arg(long, env = "SOTTO_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = listen_address)]
    listen: String,

    /// The SQLite file, made if there is none; DATABASE_URL is read as well [default:
    /// sqlite:data/sotto.sqlite]
    #[arg(
        long,
        env = "SOTTO_DATABASE",
        value_name = "sqlite:FILE",
        hide_env_values = true
    )]
    // Read later: clap would repeat a wrong value, and a password may stand in it.
    database: Option<String>,

    /// The folder of the built site
    #[arg(long, env = "SOTTO_SITE", value_name = "DIR")]
    site: Option<PathBuf>,

    /// Do not put the sample survey "census" into a fresh database
    #[arg(long)]
    no_samples: bool,

    /// Only check what was given; open and start nothing
    #[arg(long)]
    check_config: bool,
}

impl Serve {
    pub(super) fn run(self) -> ExitCode {
        let check_only = self.check_config;
        let options = match self.options() {
            Ok(options) => options,
            Err(sentence) => return wrong_call(&sentence),
        };
        if let Err(error) = options.check() {
            return wrong_call(&error.to_string());
        }
        if check_only {
            log::say(format_args!(
                "listen {}, database {}, site {}: this can be started.",
                options.listen,
                options.database,
                options
                    .site
                    .map_or("none".to_owned(), |site| site.display().to_string())
            ));
            return ExitCode::SUCCESS;
        }
        in_runtime(serve(options))
    }

    fn options(self) -> Result<ServeOptions, String> {
        let (source, given) = match (self.database, std::env::var("DATABASE_URL")) {
            (Some(given), _) => ("--database", given),
            (None, Ok(given)) => ("DATABASE_URL", given),
            (None, Err(_)) => ("--database", DEFAULT_DATABASE.to_owned()),
        };
        let database = given
            .parse()
            .map_err(|error: DatabaseUrlError| format!("{source}: {error}"))?;
        Ok(ServeOptions {
            listen: self.listen,
            database,
            site: self.site,
            samples: !self.no_samples,
        })
    }
}

async fn serve(options: ServeOptions) -> ExitCode {
    let mut collector = match Collector::start(&options).await {
        Ok(collector) => collector,
        Err(error) => return failure(error),
    };
    let surveys = match collector.surveys() {
        surveys if surveys.is_empty() => "none".to_owned(),
        surveys => surveys.join(", "),
    };
    log::say(format_args!(
        "Open {}\nDatabase: {}\nSurveys: {surveys}",
        collector.url(),
        options.database
    ));
    tokio::select! {
        error = collector.failed() => return failure(error),
        stop = stop_signal() => if let Err(error) = stop {
            log::say(format_args!("The signals to stop cannot be heard: {error}"));
        },
    }
    log::say("Stopping.");
    match collector.stop().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure(error),
    }
}

/// Waits for Ctrl-C, or for the signal with which a system stops a service.
async fn stop_signal() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            result = tokio::signal::ctrl_c() => result,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

fn listen_address(text: &str) -> Result<String, String> {
    let (host, port) = text
        .rsplit_once(':')
        .ok_or("give an address and a port, such as 127.0.0.1:8080")?;
    port.parse::<u16>()
        .map_err(|_| "the port must be from 0 to 65535")?;
    if host.is_empty() {
        return Err("give an address before the port, such as 127.0.0.1:8080".to_owned());
    }
    Ok(text.to_owned())
}
