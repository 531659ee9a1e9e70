//! `sotto health`.

use std::{net::SocketAddr, process::ExitCode, time::Duration};

use clap::Args;
use sotto_api::client::{Client, ClientError};

use super::ending::{failure, in_runtime, say_on_stdout, wrong_call};

/// What `sotto serve` listens on unless it is told otherwise.
const DEFAULT: &str = "127.0.0.1:8080";
/// Shorter than whoever asks regularly waits.
const PATIENCE: Duration = Duration::from_secs(5);

/// Ask a collector whether it is well: for containers and supervisors
///
/// Without --url the collector on this machine is asked, at the port that SOTTO_LISTEN names. One that speaks TLS itself
/// has to be asked by the name in its certificate.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sotto health
  sotto health --url https://surveys.example.org

Exit code: 0 when it is there and its database responds, 1 when not, 2 for a wrong call.")]
pub(super) struct Health {
    /// The collector [default: the one on this machine]
    #[arg(long, env = "SOTTO_URL", value_name = "URL")]
    url: Option<String>,
    /// Where the collector on this machine listens
    #[arg(long, env = "SOTTO_LISTEN", value_name = "ADDRESS", default_value = DEFAULT, hide = true)]
    listen: String,
}

impl Health {
    pub(super) fn run(self) -> ExitCode {
        let url = match self.url.map_or_else(|| url_of(&self.listen), Ok) {
            Ok(url) => url,
            Err(sentence) => return wrong_call(&sentence),
        };
        in_runtime(async {
            let client = match Client::new(&url) {
                Ok(client) => client,
                Err(error @ ClientError::Address(_)) => return wrong_call(&error.to_string()),
                Err(error) => return failure(error),
            };
            match client.health(PATIENCE).await {
                Ok(()) => say_on_stdout("well"),
                Err(error) => failure(format_args!("{url}: {error}")),
            }
        })
    }
}

/// How this machine reaches a collector that listens there.
fn url_of(listen: &str) -> Result<String, String> {
    let mut address: SocketAddr = listen.parse().map_err(|_| {
        format!(
            "\"{listen}\" is no address and port, such as {DEFAULT}: name the collector by --url"
        )
    })?;
    if address.ip().is_unspecified() {
        address.set_ip(if address.is_ipv4() {
            std::net::Ipv4Addr::LOCALHOST.into()
        } else {
            std::net::Ipv6Addr::LOCALHOST.into()
        });
    }
    Ok(format!("http://{address}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_listens_everywhere_is_asked_on_this_machine() {
        for (listen, url) in [
            (DEFAULT, "http://127.0.0.1:8080"),
            ("0.0.0.0:80", "http://127.0.0.1:80"),
            ("[::]:8080", "http://[::1]:8080"),
            ("192.0.2.1:1", "http://192.0.2.1:1"),
        ] {
            assert_eq!(url_of(listen).unwrap(), url);
        }
        for wrong in ["", "8080", "localhost:8080", "[::]"] {
            assert!(url_of(wrong).unwrap_err().contains("--url"), "{wrong}");
        }
    }
}
