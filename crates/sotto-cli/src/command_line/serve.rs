//! `sotto serve`.

use std::{path::PathBuf, process::ExitCode};

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};

use super::{failure, in_runtime, wrong_call};
use sotto_collector::{
    Collector, ServeOptions,
    config::{Configuration, ConfigurationError, SETTINGS},
    log,
};

const CONFIG: &str = "config";
const CHECK: &str = "check-config";
const NO_SAMPLES: &str = "no-samples";

/// Collect submissions, answer with estimates, and serve the site.
///
/// Every setting can stand on the command line, in the environment (--listen is SOTTO_LISTEN, and
/// so on), or in a TOML file (listen = "…"). The first of these that names it wins.
#[derive(Debug)]
pub(super) struct Serve {
    given: Vec<(&'static str, String, &'static str)>,
    file: Option<PathBuf>,
    check_only: bool,
}

impl Args for Serve {
    fn augment_args(command: Command) -> Command {
        let command = command
            .about("Collect submissions, answer with estimates, and serve the site")
            .long_about(
                "Collect submissions, answer with estimates, and serve the site.\n\n\
                 Every setting can stand on the command line, in the environment (SOTTO_LISTEN for \
                 --listen), or in a TOML file (listen = \"…\"). The first of these that names it wins.",
            )
            .arg(
                Arg::new(CONFIG)
                    .long(CONFIG)
                    .env("SOTTO_CONFIG")
                    .value_name("FILE")
                    .value_parser(value_parser!(PathBuf))
                    .help("A TOML file of settings"),
            )
            .arg(
                Arg::new(CHECK)
                    .long(CHECK)
                    .action(ArgAction::SetTrue)
                    .help("Only explain every setting and where it comes from; open and start nothing"),
            )
            .arg(
                Arg::new(NO_SAMPLES)
                    .long(NO_SAMPLES)
                    .action(ArgAction::SetTrue)
                    .conflicts_with("samples")
                    .help("The same as --samples false"),
            );
        SETTINGS.iter().fold(command, |command, setting| {
            let help = match setting.default {
                "" => setting.help.to_owned(),
                default => format!("{} [default: {default}]", setting.help),
            };
            // Values are read later: clap would repeat a wrong one, and a password may stand in it.
            command.arg(
                Arg::new(setting.name)
                    .long(setting.name)
                    .value_name(setting.value)
                    .help(help),
            )
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Serve {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut given: Vec<_> = SETTINGS
            .iter()
            .filter_map(|setting| {
                let text = matches.get_one::<String>(setting.name)?;
                Some((setting.name, text.clone(), setting.name))
            })
            .collect();
        if matches.get_flag(NO_SAMPLES) {
            given.push(("samples", "false".to_owned(), NO_SAMPLES));
        }
        Ok(Self {
            given,
            file: matches.get_one::<PathBuf>(CONFIG).cloned(),
            check_only: matches.get_flag(CHECK),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Serve {
    pub(super) fn run(self) -> ExitCode {
        let (configuration, options) = match self.read() {
            Ok(read) => read,
            Err(error) => return wrong_call(&error.to_string()),
        };
        let checked = options.check();
        if self.check_only {
            log::say(configuration.explain(&options));
        }
        if let Err(error) = checked {
            return wrong_call(&error.to_string());
        }
        if self.check_only {
            log::say("This can be started.");
            return ExitCode::SUCCESS;
        }
        in_runtime(serve(options))
    }

    fn read(&self) -> Result<(Configuration, ServeOptions), ConfigurationError> {
        let flag = |name: &str| {
            let found = self.given.iter().find(|(setting, ..)| *setting == name);
            found.map(|(_, text, flag)| (text.clone(), *flag))
        };
        let variable = |name: &str| std::env::var(name).ok();
        let configuration = Configuration::gather(flag, variable, self.file.clone())?;
        let options = configuration.options()?;
        Ok((configuration, options))
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
    if let Some(token) = collector.setup_token() {
        // Once, and apart from the log, which is on standard error. A service's journal keeps both:
        // what it keeps is worth nothing once it was used, and once this process has ended.
        println!("Setup token, for the first operator, once: {token}");
    }
    let mut signals = match Signals::new() {
        Ok(signals) => signals,
        Err(error) => return failure(format_args!("signals cannot be heard: {error}")),
    };
    loop {
        tokio::select! {
            error = collector.failed() => return failure(error),
            signal = signals.next() => match signal {
                Signal::Stop => break,
                Signal::Reload => reload(&collector),
            },
        }
    }
    log::say("Stopping.");
    match collector.stop().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure(error),
    }
}

fn reload(collector: &Collector) {
    match collector.reload_certificate() {
        Ok(()) => log::say("The certificate was read again."),
        Err(error) => log::say(format_args!("The old certificate stays in use: {error}")),
    }
}

enum Signal {
    Stop,
    Reload,
}

/// Ctrl-C and the signal with which a system stops a service; SIGHUP to read the certificate again.
#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    hang_up: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.interrupt.recv() => Signal::Stop,
            _ = self.terminate.recv() => Signal::Stop,
            _ = self.hang_up.recv() => Signal::Reload,
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) -> Signal {
        match tokio::signal::ctrl_c().await {
            Ok(()) => Signal::Stop,
            // It cannot be heard: only killing ends the process.
            Err(_) => std::future::pending().await,
        }
    }
}
