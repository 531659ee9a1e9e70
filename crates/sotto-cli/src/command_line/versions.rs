//! Which versions of a survey are wanted.

use clap::Args;
use sotto_api::WantedVersions;

/// Unless one is named, the version that collects, with those before it whose counts fit.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct VersionFlags {
    /// This version alone [default: the one that collects, with those before it whose counts fit]
    #[arg(long = "version", value_name = "N", conflicts_with = "through")]
    alone: Option<u32>,

    /// This version, with those before it whose counts fit
    #[arg(long, value_name = "N")]
    through: Option<u32>,
}

impl VersionFlags {
    pub(super) fn wanted(self) -> WantedVersions {
        let through = self.through.map(WantedVersions::Through);
        let alone = self.alone.map(WantedVersions::Alone);
        alone.or(through).unwrap_or_default()
    }

    /// Whether one is named.
    pub(super) const fn is_given(self) -> bool {
        self.alone.is_some() || self.through.is_some()
    }
}
