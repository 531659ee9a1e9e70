//! The configuration of `sotto serve`: where each value comes from, and what it means.
//!
//! One order: a flag wins over the environment, the environment over the file, the file over the
//! default. Nothing here opens a database or a port.
//!
//! clap declares the settings and reads their values. Finding a value is ours: clap repeats a wrong
//! one, in which a password may be, and takes a variable for a flag where two exclude each other;
//! figment tells no line of a file. An error here names the flag, the variable or the file and line.

mod error;
mod file;
mod flags;
mod setting;
mod source;
mod value;

use std::{error::Error as _, path::Path};

use clap::{
    FromArgMatches as _,
    error::{ContextKind, ContextValue},
};

pub use error::ConfigurationError;
pub use flags::Flags;
pub use source::SettingSource;

use self::setting::{KnownSetting, ServeSettings, command, settings};
use crate::serve::ServeOptions;

/// Every setting's text and where it stands.
#[derive(Debug)]
pub struct Configuration(Vec<FoundSettings>);

#[derive(Debug)]
struct FoundSettings {
    setting: KnownSetting,
    text: String,
    source: SettingSource,
}

impl Configuration {
    /// Gathers the values: `variable` gives what an environment variable holds.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn gather(
        flags: &Flags,
        variable: impl Fn(&str) -> Option<String>,
        file: Option<&Path>,
    ) -> Result<Self, ConfigurationError> {
        let entries = match file {
            Some(file) => file::read(file)?,
            None => Vec::new(),
        };
        let file = file.unwrap_or(Path::new(""));
        Ok(Self::of(flags, variable, file, &entries))
    }

    /// The same without reading anything, `text` being what the file holds.
    #[cfg(feature = "fuzzing")]
    pub(crate) fn of_text(flags: &Flags, text: &str) -> Result<Self, ConfigurationError> {
        let file = Path::new("sotto.toml");
        let entries = file::parse(file, text)?;
        Ok(Self::of(flags, |_| None, file, &entries))
    }

    /// What every setting is called.
    #[cfg(feature = "fuzzing")]
    pub(crate) fn names() -> impl Iterator<Item = String> {
        settings().into_iter().map(|setting| setting.name)
    }

    fn of(
        flags: &Flags,
        variable: impl Fn(&str) -> Option<String>,
        file: &Path,
        entries: &[file::FileValue],
    ) -> Self {
        let find = |setting: &KnownSetting| {
            if let Some((text, flag)) = flags.find(setting) {
                return (text, SettingSource::Flag(flag));
            }
            let own = Some(setting.variable());
            let other = (setting.name == "database").then(|| "DATABASE_URL".to_owned());
            for name in [own, other].into_iter().flatten() {
                if let Some(text) = variable(&name) {
                    return (text, SettingSource::Environment(name));
                }
            }
            match entries.iter().find(|entry| entry.name == setting.name) {
                Some(entry) => {
                    let (file, line) = (file.to_owned(), entry.line);
                    (entry.text.clone(), SettingSource::File { file, line })
                }
                None => (
                    setting.default.clone().unwrap_or_default(),
                    SettingSource::Default,
                ),
            }
        };
        Self(
            settings()
                .into_iter()
                .map(|setting| {
                    let (text, source) = find(&setting);
                    FoundSettings {
                        setting,
                        text,
                        source,
                    }
                })
                .collect(),
        )
    }

    /// What the values mean.
    ///
    /// # Errors
    /// The first one that means nothing.
    pub fn options(&self) -> Result<ServeOptions, ConfigurationError> {
        let is_set =
            |value: &&FoundSettings| !value.text.is_empty() || value.setting.default.is_some();
        let words = self
            .0
            .iter()
            .filter(is_set)
            .map(|value| format!("--{}={}", value.setting.name, value.text));
        command()
            .try_get_matches_from(words)
            .and_then(|matches| ServeSettings::from_arg_matches(&matches))
            .map_err(|error| self.wrong(&error))?
            .options()
    }

    /// What is wrong with a value, without clap's words, which repeat it.
    fn wrong(&self, error: &clap::Error) -> ConfigurationError {
        let name = match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(flag)) => flag.trim_start_matches("--").split(' ').next(),
            _ => None,
        };
        let found = self
            .0
            .iter()
            .find(|value| Some(value.setting.name.as_str()) == name);
        ConfigurationError::Value {
            name: name.unwrap_or("a setting").to_owned(),
            found: found.map_or(SettingSource::Default, |value| value.source.clone()),
            wanted: error
                .source()
                .map_or_else(|| error.kind().to_string(), ToString::to_string),
        }
    }

    /// A line for each setting: its value, where that stands, and what it is for. Of the database
    /// only what `options` would show.
    pub fn explain(&self, options: &ServeOptions) -> String {
        let explain = |FoundSettings {
                           setting,
                           text,
                           source,
                       }: &FoundSettings| {
            let shown = match (setting.name.as_str(), text.as_str()) {
                ("database", _) => options.database.to_string(),
                (_, "") => "(none)".to_owned(),
                (_, text) => text.to_owned(),
            };
            let KnownSetting { name, help, .. } = setting;
            format!("{name} = {shown}\n    from {source}. {help}.")
        };
        let lines: Vec<_> = self.0.iter().map(explain).collect();
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command};

    use super::*;

    fn gather(
        flags: &[(&str, &str)],
        variables: &[(&str, &str)],
        file: &str,
    ) -> Result<Configuration, ConfigurationError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sotto.toml");
        std::fs::write(&path, file).unwrap();
        let words = flags.iter().map(|(name, text)| format!("--{name}={text}"));
        let command = Flags::augment_args(Command::new("serve").no_binary_name(true));
        let flags = Flags::from_arg_matches(&command.get_matches_from(words)).unwrap();
        let variable = |name: &str| {
            let found = variables.iter().find(|(one, _)| *one == name);
            found.map(|(_, text)| (*text).to_owned())
        };
        Configuration::gather(&flags, variable, Some(&path))
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
        assert_eq!(explained.matches("\n    from ").count(), settings().len());

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

    #[test]
    fn names_are_well_formed() {
        for setting in settings() {
            let fits = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(setting.name.chars().all(fits), "{}", setting.name);
            assert!(!setting.help.ends_with('.'), "{}", setting.name);
        }
        assert_eq!(settings()[5].variable(), "SOTTO_TLS_CERTIFICATE");
        command().debug_assert();
    }

    #[test]
    fn the_manual_names_them_all() {
        let manual = include_str!("../../../../docs/operating.md");
        for setting in settings() {
            let default = match &setting.default {
                None => "none".to_owned(),
                Some(default) => format!("`{default}`"),
            };
            let row = format!("| `{}` | {default} | {} |", setting.name, setting.help);
            assert!(manual.contains(&row), "missing in docs/operating.md: {row}");
        }
    }
}
