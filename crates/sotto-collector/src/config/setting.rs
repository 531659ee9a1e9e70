//! Every setting of `sotto serve`, once: flag, environment variable, key in the file, default, words
//! and type all come from its field here.

use std::{num::NonZeroU32, path::PathBuf, time::Duration};

use clap::{Arg, ArgAction, Args as _, Command};
use ipnet::IpNet;

use super::{error::ConfigurationError, value};
use crate::{
    database_url::DatabaseUrl,
    limits::{Limits, Rate},
    serve::{MetricsPlace, ServeOptions},
    site::SiteFiles,
    transport::TlsFiles,
};

/// One value, not a list of flags.
type Networks = Vec<IpNet>;

/// The field `trusted_proxies` is the flag `--trusted-proxies`, the variable `SOTTO_TRUSTED_PROXIES`
/// and the key `trusted-proxies`. Its comment, one sentence without a full stop, is its help.
#[derive(Debug, clap::Args)]
pub(super) struct ServeSettings {
    /// Address and port to listen on; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS", value_parser = value::address)]
    #[arg(default_value = "127.0.0.1:8080")]
    listen: String,
    /// sqlite:FILE, created if missing, in a folder that exists, or postgres://…; DATABASE_URL is read as well
    #[arg(long, value_name = "URL", default_value = "sqlite:data/sotto.sqlite")]
    database: DatabaseUrl,
    /// The folder of the built site; by default the site inside the program, if it was built with one
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// Give a fresh database the sample surveys "census" and "five-questions"
    #[arg(long, value_name = "BOOL", value_parser = value::truth)]
    #[arg(default_value = "true", action = ArgAction::Set)]
    samples: bool,
    /// Carry the surveys in which readers of the site's lessons answer check questions
    #[arg(long, value_name = "BOOL", value_parser = value::truth)]
    #[arg(default_value = "true", action = ArgAction::Set)]
    lessons: bool,
    /// PEM file of the certificate and its chain; the collector then speaks TLS itself
    #[arg(long, value_name = "FILE")]
    tls_certificate: Option<PathBuf>,
    /// PEM file of the certificate's private key
    #[arg(long, value_name = "FILE")]
    tls_key: Option<PathBuf>,
    /// Proxies whose "x-forwarded-for" is believed: addresses or networks, separated by commas
    #[arg(long, value_name = "NETWORKS", value_parser = value::networks)]
    trusted_proxies: Option<Networks>,
    /// A separate address and port for /metrics, or "off"; by default it is served beside the API
    #[arg(long, value_name = "ADDRESS", value_parser = value::metrics)]
    metrics_listen: Option<MetricsPlace>,
    /// How often to rewrite rows, so that their order does not tell who came when; 0: never
    #[arg(long, value_name = "N", value_parser = value::number)]
    #[arg(default_value = "24")]
    forget_order_hours: u32,
    /// Let webhooks reach private networks and this machine
    #[arg(long, value_name = "BOOL", value_parser = value::truth)]
    #[arg(default_value = "false", action = ArgAction::Set)]
    allow_private_webhooks: bool,
    /// Connections open at once; when all are taken, the one that has been idle longest gives way
    #[arg(long, value_name = "N", value_parser = value::count)]
    #[arg(default_value = "8192")]
    connections: usize,
    /// Connections open at once from one address; others are closed
    #[arg(long, value_name = "N", value_parser = value::count)]
    #[arg(default_value = "2048")]
    connections_per_address: usize,
    /// Time for a request's headers, and between requests
    #[arg(long, value_name = "SECONDS", value_parser = value::seconds)]
    #[arg(default_value = "30")]
    header_timeout: Duration,
    /// Time for a request's body
    #[arg(long, value_name = "SECONDS", value_parser = value::seconds)]
    #[arg(default_value = "30")]
    body_timeout: Duration,
    /// How long a client may take to read a response
    #[arg(long, value_name = "SECONDS", value_parser = value::seconds)]
    #[arg(default_value = "30")]
    write_timeout: Duration,
    /// Time for requests under way after the signal to stop
    #[arg(long, value_name = "SECONDS", value_parser = value::seconds)]
    #[arg(default_value = "10")]
    drain_timeout: Duration,
    /// Requests to the API per second from one address; 0: no limit
    #[arg(long, value_name = "N", value_parser = value::number)]
    #[arg(default_value = "100")]
    requests_per_second: u32,
    /// Requests at once from one address before that limit applies
    #[arg(long, value_name = "N", value_parser = value::positive)]
    #[arg(default_value = "10000")]
    requests_burst: NonZeroU32,
    /// Wrong class codes, invites and tokens per minute from one address in a survey; 0: no limit
    #[arg(long, value_name = "N", value_parser = value::number)]
    #[arg(default_value = "20")]
    wrong_codes_per_minute: u32,
    /// Wrong ones at once from one address before that limit applies
    #[arg(long, value_name = "N", value_parser = value::positive)]
    #[arg(default_value = "60")]
    wrong_codes_burst: NonZeroU32,
    /// Rooms opened per hour from one address; 0: no limit
    #[arg(long, value_name = "N", value_parser = value::number)]
    #[arg(default_value = "60")]
    rooms_per_hour: u32,
    /// Rooms opened at once from one address before that limit applies
    #[arg(long, value_name = "N", value_parser = value::positive)]
    #[arg(default_value = "120")]
    rooms_burst: NonZeroU32,
}

impl ServeSettings {
    pub(super) fn options(self) -> Result<ServeOptions, ConfigurationError> {
        let tls = match (self.tls_certificate, self.tls_key) {
            (Some(certificate), Some(key)) => Some(TlsFiles { certificate, key }),
            (None, None) => None,
            _ => return Err(ConfigurationError::HalfOfTls),
        };
        let hours = (self.forget_order_hours > 0).then_some(self.forget_order_hours);
        Ok(ServeOptions {
            listen: self.listen,
            database: self.database,
            site: self.site.map(SiteFiles::Folder),
            // No text can say it: it is a program that is handed in.
            first_pages: None,
            samples: self.samples,
            lessons: self.lessons,
            tls,
            trusted_proxies: self.trusted_proxies.unwrap_or_default(),
            metrics: self.metrics_listen.unwrap_or(MetricsPlace::Main),
            forget_order: hours.map(|hours| Duration::from_hours(hours.into())),
            allow_private_webhooks: self.allow_private_webhooks,
            limits: Limits {
                connections: self.connections,
                connections_per_address: self.connections_per_address,
                header: self.header_timeout,
                body: self.body_timeout,
                write: self.write_timeout,
                drain: self.drain_timeout,
                requests: Rate::per_second(self.requests_per_second, self.requests_burst.get()),
                wrong_codes: Rate::per_minute(
                    self.wrong_codes_per_minute,
                    self.wrong_codes_burst.get(),
                ),
                rooms: Rate::per_hour(self.rooms_per_hour, self.rooms_burst.get()),
            },
        })
    }
}

/// What all sources know of a setting.
#[derive(Clone, Debug)]
pub(super) struct KnownSetting {
    /// What clap calls it.
    pub(super) id: String,
    /// In lower case, words joined by hyphens.
    pub(super) name: String,
    /// As text; `None` if the setting can be left unset, which an empty text does as well.
    pub(super) default: Option<String>,
    pub(super) help: String,
}

impl KnownSetting {
    /// The environment variable's name.
    pub(super) fn variable(&self) -> String {
        format!("SOTTO_{}", self.name.to_ascii_uppercase().replace('-', "_"))
    }
}

pub(super) fn command() -> Command {
    ServeSettings::augment_args(Command::new("serve").no_binary_name(true))
}

/// All settings, in the order in which they are explained.
pub(super) fn settings() -> Vec<KnownSetting> {
    let setting = |argument: &Arg| KnownSetting {
        id: argument.get_id().to_string(),
        name: argument.get_long().unwrap_or_default().to_owned(),
        default: argument
            .get_default_values()
            .first()
            .map(|text| text.to_string_lossy().into_owned()),
        help: argument
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default(),
    };
    command().get_arguments().map(setting).collect()
}
