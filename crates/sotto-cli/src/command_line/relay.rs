//! `sotto relay`.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sotto_collector::{Relay, RelayOptions, TlsFiles};
use sotto_log as log;

use super::{
    ending::{failure, in_runtime, wrong_call},
    serve::{Signal, Signals, say_of_certificate},
};

/// Pass submissions on to a collector without telling it where they come from
///
/// The relay sees where each submission comes from, and when, but cannot read it; the collector reads it, but sees
/// only the relay (Oblivious HTTP, RFC 9458). This hides nothing unless the relay and the collector are run by
/// different people, who share no logs. A survey names its relay in the setting "relay".
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sotto relay --to https://surveys.example.org
  sotto relay --to https://surveys.example.org --listen 0.0.0.0:443 --tls-certificate relay.pem --tls-key relay.key

Browsers send only to https addresses, and to this machine. Whatever ends TLS in front of the relay sees addresses,
too, and must keep no log of them. On SIGHUP the certificate is read again.")]
pub(super) struct RelayArgs {
    /// The collector's address
    #[arg(long, value_name = "URL")]
    to: String,
    /// Address and port to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8081")]
    listen: String,
    /// TLS certificate of the relay, with its chain, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_certificate: Option<PathBuf>,
    /// The certificate's private key, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    tls_key: Option<PathBuf>,
}

impl RelayArgs {
    pub(super) fn run(self) -> ExitCode {
        let Some(mut options) = RelayOptions::new(&self.listen, &self.to) else {
            return wrong_call(
                "--to must be a collector's address, such as https://surveys.example.org",
            );
        };
        options.tls = self
            .tls_certificate
            .zip(self.tls_key)
            .map(|(certificate, key)| TlsFiles { certificate, key });
        in_runtime(relay(options, self.to))
    }
}

async fn relay(options: RelayOptions, to: String) -> ExitCode {
    // Before anything is said: whoever reads that the relay runs may stop it at once.
    let mut signals = match Signals::new() {
        Ok(signals) => signals,
        Err(error) => return failure(format_args!("signals cannot be heard: {error}")),
    };
    let mut relay = match Relay::start(&options).await {
        Ok(relay) => relay,
        Err(error) => return failure(error),
    };
    let scheme = if options.tls.is_some() {
        "https"
    } else {
        "http"
    };
    log::say(format_args!(
        "Relay: {scheme}://{}/\nTo: {to}",
        relay.address()
    ));
    loop {
        tokio::select! {
            error = relay.failed() => return failure(error),
            signal = signals.next() => match signal {
                Signal::Stop => break,
                Signal::Reload => say_of_certificate(relay.reload_certificate()),
            },
        }
    }
    log::say("Stopping.");
    match relay.stop().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure(error),
    }
}
