//! `sotto serve`.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;

use super::{
    ending::{failure, in_runtime, wrong_call},
    site_inside::site_inside,
};
use sotto_collector::{
    Collector, FirstPages, ServeOptions, TlsError,
    config::{Configuration, ConfigurationError, Flags},
};
use sotto_log as log;
use sotto_widget::{FIRST_PAGE_STYLE, first_page, theme_style};

/// Collect submissions, answer with estimates, and serve the site
///
/// Every setting can be given on the command line, in the environment (SOTTO_LISTEN for --listen), or
/// in a TOML file (listen = "…"). The first of these that names it wins.
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// A TOML file of settings
    #[arg(long, env = "SOTTO_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Only explain every setting and where it comes from; open and start nothing
    #[arg(long)]
    check_config: bool,
    #[command(flatten)]
    flags: Flags,
}

impl Serve {
    pub(super) fn run(self) -> ExitCode {
        self.run_as(|_| (), greet)
    }

    /// The same with other options, and with other words once it listens.
    pub(super) fn run_as(
        self,
        change: impl FnOnce(&mut ServeOptions),
        greet: impl FnOnce(&Collector, &ServeOptions),
    ) -> ExitCode {
        let (configuration, mut options) = match self.read() {
            Ok(read) => read,
            Err(error) => return wrong_call(&error.to_string()),
        };
        change(&mut options);
        if options.site.is_none() {
            options.site = match site_inside() {
                Ok(site) => site,
                Err(error) => {
                    return failure(format_args!(
                        "the site inside this program is damaged: {error}"
                    ));
                }
            };
        }
        let checked = options.check();
        if self.check_config {
            log::say(configuration.explain(&options));
        }
        if let Err(error) = checked {
            return wrong_call(&error.to_string());
        }
        if self.check_config {
            log::say("This can be started.");
            return ExitCode::SUCCESS;
        }
        in_runtime(serve(options, greet))
    }

    fn read(&self) -> Result<(Configuration, ServeOptions), ConfigurationError> {
        let variable = |name: &str| std::env::var(name).ok();
        let configuration = Configuration::gather(&self.flags, variable, self.config.as_deref())?;
        let mut options = configuration.options()?;
        draw_first_pages(&mut options);
        Ok((configuration, options))
    }
}

/// Has the site's pages drawn with their survey's first page in them.
pub(super) fn draw_first_pages(options: &mut ServeOptions) {
    let first_pages = FirstPages::new(FIRST_PAGE_STYLE, first_page).with_looks(theme_style);
    options.first_pages = Some(first_pages);
}

/// Collects until a signal comes.
pub(super) async fn serve(
    options: ServeOptions,
    greet: impl FnOnce(&Collector, &ServeOptions),
) -> ExitCode {
    // Before anything is said: whoever reads that the collector runs may stop it at once.
    let mut signals = match Signals::new() {
        Ok(signals) => signals,
        Err(error) => return failure(format_args!("signals cannot be heard: {error}")),
    };
    let mut collector = match Collector::start(&options).await {
        Ok(collector) => collector,
        Err(error) => return failure(error),
    };
    greet(&collector, &options);
    loop {
        tokio::select! {
            error = collector.failed() => return failure(error),
            signal = signals.next() => match signal {
                Signal::Stop => break,
                Signal::Reload => say_of_certificate(collector.reload_certificate()),
            },
        }
    }
    log::say("Stopping.");
    match collector.stop().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure(error),
    }
}

/// Says where the collector is, what it serves, and how somebody becomes the first operator.
fn greet(collector: &Collector, options: &ServeOptions) {
    let surveys = match collector.surveys() {
        surveys if surveys.is_empty() => "none".to_owned(),
        surveys => surveys.join(", "),
    };
    log::say(format_args!(
        "Open {}\nDatabase: {}\nSurveys: {surveys}",
        collector.url(),
        options.database
    ));
    tell_setup_token(collector, options);
}

/// Tells the setup token, if there is one.
pub(super) fn tell_setup_token(collector: &Collector, options: &ServeOptions) {
    let Some(token) = collector.setup_token() else {
        return;
    };
    // Once, and apart from the log, which is on standard error. A service's journal keeps both:
    // what it keeps is worth nothing once it was used, and once this process has ended.
    log::tell(format_args!(
        "Setup token, for the first operator, once: {token}"
    ));
    if options.site.is_some() {
        // Behind the "#", which no browser sends to a server.
        log::tell(format_args!(
            "Or open the studio, signed in as the first operator: {}studio/#setup={token}",
            collector.url()
        ));
    }
}

/// What came of reading the certificate again.
pub(super) fn say_of_certificate(read: Result<(), TlsError>) {
    match read {
        Ok(()) => log::say("The certificate was read again."),
        Err(error) => log::say(format_args!("The old certificate stays in use: {error}")),
    }
}

pub(super) enum Signal {
    Stop,
    Reload,
}

/// Ctrl-C and the signal with which a system stops a service; SIGHUP to read the certificate again.
#[cfg(unix)]
pub(super) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    hang_up: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    pub(super) fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    pub(super) async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.interrupt.recv() => Signal::Stop,
            _ = self.terminate.recv() => Signal::Stop,
            _ = self.hang_up.recv() => Signal::Reload,
        }
    }
}

#[cfg(not(unix))]
pub(super) struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub(super) fn new() -> std::io::Result<Self> {
        Ok(Self)
    }

    pub(super) async fn next(&mut self) -> Signal {
        match tokio::signal::ctrl_c().await {
            Ok(()) => Signal::Stop,
            // It cannot be heard: only killing ends the process.
            Err(_) => std::future::pending().await,
        }
    }
}
