//! Which versions of a survey results are wanted of.

use std::fmt;

/// The versions that results are wanted of, as queries name them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WantedVersions {
    /// The one that collects, with those before it whose counts fit.
    #[default]
    Current,
    /// A version, with those before it whose counts fit.
    Through(u32),
    /// A version alone.
    Alone(u32),
}

impl WantedVersions {
    /// The version whose form the results have; `None`: that of the one that collects.
    #[must_use]
    pub const fn newest(self) -> Option<u32> {
        match self {
            Self::Current => None,
            Self::Through(version) | Self::Alone(version) => Some(version),
        }
    }
}

/// As a query's parameter, such as `version=1`; nothing for what collectors tell unasked.
impl fmt::Display for WantedVersions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Current => Ok(()),
            Self::Through(version) => write!(formatter, "through={version}"),
            Self::Alone(version) => write!(formatter, "version={version}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_one_parameter_or_none() {
        for (wanted, query, newest) in [
            (WantedVersions::default(), "", None),
            (WantedVersions::Through(2), "through=2", Some(2)),
            (WantedVersions::Alone(1), "version=1", Some(1)),
        ] {
            assert_eq!(
                (wanted.to_string().as_str(), wanted.newest()),
                (query, newest)
            );
        }
    }
}
