//! What can be wrong with a configuration.

use std::path::PathBuf;

use thiserror::Error;

use super::source::SettingSource;

/// Why a configuration cannot be used. No sentence repeats the value of the database: a password
/// may stand in it.
#[derive(Debug, Error)]
pub enum ConfigurationError {
    /// The file cannot be read.
    #[error("the configuration {} cannot be read: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The file is not TOML.
    #[error("{}, line {line}: {reason}", file.display())]
    Syntax {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The parser's words.
        reason: String,
    },
    /// The file has a key that is not a setting.
    #[error("{}, line {line}: there is no setting {name:?}; `sotto serve --help` names them all", file.display())]
    Unknown {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The key.
        name: String,
    },
    /// The file gives a setting a table or a date.
    #[error("{}, line {line}: {name:?} must be a text, a number, true or false, or a list of texts", file.display())]
    Form {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The key.
        name: String,
    },
    /// A value that the setting cannot have.
    #[error("{}: {wanted}", at(name, found))]
    Value {
        /// The setting.
        name: String,
        /// Where the value stands.
        found: SettingSource,
        /// What would be right.
        wanted: String,
    },
    /// One of the two files of TLS without the other.
    #[error("tls-certificate and tls-key belong together: give both, or neither")]
    HalfOfTls,
}

/// A flag and a variable name their setting themselves.
fn at(name: &str, found: &SettingSource) -> String {
    match found {
        SettingSource::Flag(_) | SettingSource::Environment(_) => found.to_string(),
        SettingSource::File { .. } | SettingSource::Default => format!("{found}, {name}"),
    }
}
