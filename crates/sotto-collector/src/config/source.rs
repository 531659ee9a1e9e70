//! Where a value of a setting stands.

use std::{fmt, path::PathBuf};

/// Where a value stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingSource {
    /// On the command line.
    Flag(String),
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

impl fmt::Display for SettingSource {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(out, "--{flag}"),
            Self::Environment(variable) => write!(out, "{variable}"),
            Self::File { file, line } => write!(out, "{}, line {line}", file.display()),
            Self::Default => write!(out, "default"),
        }
    }
}
