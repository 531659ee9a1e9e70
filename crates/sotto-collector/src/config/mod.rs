//! The configuration of `sotto serve`: where each value comes from, and what it means.
//!
//! One order: a flag wins over the environment, the environment over the file, the file over the
//! default. Nothing here opens a database or a port.

mod error;
mod file;
mod setting;
mod value;

use std::{
    fmt,
    path::{Path, PathBuf},
    time::Duration,
};

pub use error::ConfigurationError;
pub use setting::{SETTINGS, Setting};

use crate::{
    database_url::DatabaseUrlError,
    limits::{Limits, Rate},
    serve::{MetricsPlace, ServeOptions},
    transport::TlsFiles,
};

/// Where a value stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// On the command line.
    Flag(&'static str),
    /// In an environment variable.
    Environment(String),
    /// In the file.
    File {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// Nowhere.
    Default,
}

impl fmt::Display for Source {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(out, "--{flag}"),
            Self::Environment(variable) => write!(out, "{variable}"),
            Self::File { file, line } => write!(out, "{}, line {line}", file.display()),
            Self::Default => write!(out, "default"),
        }
    }
}

/// Every setting's text and where it stands.
#[derive(Debug)]
pub struct Configuration(Vec<(&'static Setting, String, Source)>);

impl Configuration {
    /// Gathers the values: `flag` gives what stands on the command line for a setting and the flag's
    /// name, `variable` what an environment variable holds.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn gather(
        flag: impl Fn(&'static str) -> Option<(String, &'static str)>,
        variable: impl Fn(&str) -> Option<String>,
        file: Option<PathBuf>,
    ) -> Result<Self, ConfigurationError> {
        let entries = match &file {
            Some(file) => file::read(file)?,
            None => Vec::new(),
        };
        Ok(Self::of(
            flag,
            variable,
            &file.unwrap_or_default(),
            &entries,
        ))
    }

    /// The same without reading anything, `text` being what the file holds.
    #[cfg(feature = "fuzzing")]
    pub(crate) fn of_text(
        flag: impl Fn(&'static str) -> Option<(String, &'static str)>,
        text: &str,
    ) -> Result<Self, ConfigurationError> {
        let file = PathBuf::from("sotto.toml");
        let entries = file::parse(&file, text)?;
        Ok(Self::of(flag, |_| None, &file, &entries))
    }

    fn of(
        flag: impl Fn(&'static str) -> Option<(String, &'static str)>,
        variable: impl Fn(&str) -> Option<String>,
        file: &Path,
        entries: &[file::Entry],
    ) -> Self {
        let find = |setting: &'static Setting| {
            if let Some((text, name)) = flag(setting.name) {
                return (text, Source::Flag(name));
            }
            let own = Some(setting.variable());
            let other = (setting.name == "database").then(|| "DATABASE_URL".to_owned());
            for name in [own, other].into_iter().flatten() {
                if let Some(text) = variable(&name) {
                    return (text, Source::Environment(name));
                }
            }
            let same = |entry: &&file::Entry| entry.setting.name == setting.name;
            match entries.iter().find(same) {
                Some(entry) => {
                    let (file, line) = (file.to_owned(), entry.line);
                    (entry.text.clone(), Source::File { file, line })
                }
                None => (setting.default.to_owned(), Source::Default),
            }
        };
        let found = SETTINGS.iter().map(|setting| {
            let (text, source) = find(setting);
            (setting, text, source)
        });
        Self(found.collect())
    }

    /// What the values mean.
    ///
    /// # Errors
    /// The first one that means nothing.
    pub fn options(&self) -> Result<ServeOptions, ConfigurationError> {
        let database = |text: &str| text.parse().map_err(|e: DatabaseUrlError| e.to_string());
        let path = |text: &str| Ok((!text.is_empty()).then(|| PathBuf::from(text)));
        let count = |text: &str| {
            let positive = value::positive(text)?;
            usize::try_from(positive).map_err(|_| "write a smaller number".to_owned())
        };
        let metrics = |text: &str| match text {
            "" => Ok(MetricsPlace::Main),
            "off" => Ok(MetricsPlace::Nowhere),
            _ => value::address(text).map(MetricsPlace::Own),
        };
        let hours = |text: &str| {
            let hours = value::number(text)?;
            Ok((hours > 0).then(|| Duration::from_hours(hours.into())))
        };
        let certificate = self.value("tls-certificate", path)?;
        let key = self.value("tls-key", path)?;
        let tls = match (certificate, key) {
            (Some(certificate), Some(key)) => Some(TlsFiles { certificate, key }),
            (None, None) => None,
            _ => return Err(ConfigurationError::HalfOfTls),
        };
        Ok(ServeOptions {
            listen: self.value("listen", value::address)?,
            database: self.value("database", database)?,
            site: self.value("site", path)?,
            samples: self.value("samples", value::truth)?,
            tls,
            trusted_proxies: self.value("trusted-proxies", value::networks)?,
            metrics: self.value("metrics-listen", metrics)?,
            forget_order: self.value("forget-order-hours", hours)?,
            allow_private_webhooks: self.value("allow-private-webhooks", value::truth)?,
            limits: Limits {
                connections: self.value("connections", count)?,
                connections_per_address: self.value("connections-per-address", count)?,
                header: self.value("header-timeout", value::seconds)?,
                body: self.value("body-timeout", value::seconds)?,
                write: self.value("write-timeout", value::seconds)?,
                drain: self.value("drain-timeout", value::seconds)?,
                requests: Rate::per_second(
                    self.value("requests-per-second", value::number)?,
                    self.value("requests-burst", value::positive)?,
                ),
                wrong_codes: Rate::per_minute(
                    self.value("wrong-codes-per-minute", value::number)?,
                    self.value("wrong-codes-burst", value::positive)?,
                ),
            },
        })
    }

    fn value<T>(
        &self,
        name: &'static str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<T, ConfigurationError> {
        let found = self.0.iter().find(|(setting, ..)| setting.name == name);
        let (text, source) = match found {
            Some((_, text, source)) => (text.as_str(), source.clone()),
            None => ("", Source::Default),
        };
        read(text).map_err(|wanted| ConfigurationError::Value {
            name,
            found: source,
            wanted,
        })
    }

    /// A line for each setting: its value, where that stands, and what it is for. Of the database
    /// only what `options` would show.
    pub fn explain(&self, options: &ServeOptions) -> String {
        let explain = |(setting, text, source): &(&Setting, String, Source)| {
            let shown = match (setting.name, text.as_str()) {
                ("database", _) => options.database.to_string(),
                (_, "") => "(none)".to_owned(),
                (_, text) => text.to_owned(),
            };
            let (name, help) = (setting.name, setting.help);
            format!("{name} = {shown}\n    from {source}. {help}.")
        };
        let lines: Vec<_> = self.0.iter().map(explain).collect();
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gather(
        flags: &[(&'static str, &str)],
        variables: &[(&str, &str)],
        file: &str,
    ) -> Result<Configuration, ConfigurationError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sotto.toml");
        std::fs::write(&path, file).unwrap();
        let find = |list: &[(&str, &str)], name: &str| {
            let found = list.iter().find(|(one, _)| *one == name);
            found.map(|(_, text)| (*text).to_owned())
        };
        Configuration::gather(
            |name| find(flags, name).map(|text| (text, name)),
            |name| find(variables, name),
            Some(path),
        )
    }

    #[test]
    fn a_flag_wins_over_the_environment_over_the_file_over_the_default() {
        let file =
            "listen = \"1.1.1.1:1\"\ndatabase = \"f.sqlite\"\nsamples = false\nconnections = 3";
        let variables = [("SOTTO_LISTEN", "2.2.2.2:2"), ("DATABASE_URL", "e.sqlite")];
        let configuration = gather(&[("listen", "3.3.3.3:3")], &variables, file).unwrap();
        let options = configuration.options().unwrap();
        assert_eq!(options.listen, "3.3.3.3:3");
        assert_eq!(options.database.to_string(), "sqlite:e.sqlite");
        assert!(!options.samples);
        assert_eq!(options.limits.connections, 3);
        assert_eq!(options.limits.drain.as_secs(), 10);

        let explained = configuration.explain(&options);
        for part in [
            "listen = 3.3.3.3:3\n    from --listen.",
            "database = sqlite:e.sqlite\n    from DATABASE_URL.",
            "sotto.toml, line 3.",
            "drain-timeout = 10\n    from default.",
        ] {
            assert!(explained.contains(part), "{part} in {explained}");
        }
        assert_eq!(explained.matches("\n    from ").count(), SETTINGS.len());

        let variables = [("DATABASE_URL", "e.sqlite"), ("SOTTO_DATABASE", "s.sqlite")];
        let options = gather(&[], &variables, file).unwrap().options().unwrap();
        assert_eq!(options.database.to_string(), "sqlite:s.sqlite");
        assert_eq!(options.listen, "1.1.1.1:1");
    }

    #[test]
    fn the_defaults_are_usable() {
        let options = gather(&[], &[], "").unwrap().options().unwrap();
        let written = ServeOptions::new("127.0.0.1:8080", options.database.clone());
        assert_eq!(options, written);
    }

    #[test]
    fn a_wrong_value_is_named_with_its_place_and_no_password_is_repeated() {
        for (variables, file, sentence) in [
            (
                vec![("SOTTO_DATABASE", "mysql://u:secret@h/d")],
                "",
                "SOTTO_DATABASE: ",
            ),
            (
                vec![],
                "connections = 0",
                "FILE, line 1, connections: write",
            ),
            (
                vec![("SOTTO_SAMPLES", "yes")],
                "",
                "SOTTO_SAMPLES: write true",
            ),
            (
                vec![],
                "tls-key = \"k.pem\"",
                "tls-certificate and tls-key belong together",
            ),
            (vec![], "listen = \"8080\"", "FILE, line 1, listen: give"),
        ] {
            let configuration = gather(&[], &variables, file).unwrap();
            let error = configuration.options().unwrap_err().to_string();
            // The folder is a new one each time.
            let error = match error.split_once("sotto.toml") {
                Some((_, rest)) => format!("FILE{rest}"),
                None => error,
            };
            assert!(error.starts_with(sentence), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
