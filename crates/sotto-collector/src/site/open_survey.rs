//! A survey that anybody may answer now, as its first page is drawn.

use std::sync::Arc;

use axum::body::Bytes;
use futures_util::future::BoxFuture;
use reqwest::Url;
use sotto_api::{Access, Moment, Phase, PublishedHash, RelaySettings};
use sotto_survey::Pin;

use crate::{catalog::Listed, storage::Storage};

/// The survey that anybody may answer now under an id, if there is one.
pub(crate) type OpenSurveys =
    Arc<dyn Fn(String) -> BoxFuture<'static, Option<OpenSurvey>> + Send + Sync>;

/// What a first page depends on but for its reader.
#[derive(Debug)]
pub(crate) struct OpenSurvey {
    /// In the compiled form, which the widget would read.
    pub(super) compiled: Bytes,
    /// Another one where anything else is told.
    pub(super) pin: Pin,
    pub(super) keeps_rows: bool,
    /// The relay's host and, behind a space, within how many seconds a copy is sent.
    pub(super) relay: Option<String>,
}

impl OpenSurvey {
    /// A survey of the collector's, if it takes answers now and asks nobody who they are.
    pub(crate) async fn listed(
        listed: &Listed,
        storage: &dyn Storage,
        now: Moment,
    ) -> Option<Self> {
        let settings = listed.settings();
        if settings.access != Access::Open || listed.phase(storage, now).await.ok()? != Phase::Open
        {
            return None;
        }
        let relay = match &settings.relay {
            Some(relay) => Some(told(relay)?),
            None => None,
        };
        Some(Self {
            compiled: listed.current().compiled().clone(),
            pin: listed.pin(listed.current()),
            keeps_rows: settings.keep_rows,
            relay,
        })
    }

    /// A survey of the site's, for which the widget asks no collector.
    pub(super) fn of_site(compiled: Vec<u8>) -> Self {
        Self {
            pin: PublishedHash::new(&compiled).pin(Access::Open, false),
            compiled: compiled.into(),
            keeps_rows: false,
            relay: None,
        }
    }
}

/// As the widget tells of a relay: `new URL(url).host`, and the seconds.
fn told(relay: &RelaySettings) -> Option<String> {
    let url = Url::parse(&relay.url).ok()?;
    let host = url.host_str()?;
    // That of its scheme is no part of it.
    let port = url
        .port()
        .map(|port| format!(":{port}"))
        .unwrap_or_default();
    Some(format!("{host}{port} {}", relay.seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relay_is_told_as_browsers_write_its_host() {
        for (url, host) in [
            ("https://relay.example/", "relay.example 60"),
            ("https://relay.example:443/a?b", "relay.example 60"),
            ("https://relay.example:8443/", "relay.example:8443 60"),
            ("http://[::1]:9000/", "[::1]:9000 60"),
        ] {
            let relay = RelaySettings {
                url: url.to_owned(),
                seconds: 60,
            };
            assert_eq!(told(&relay).as_deref(), Some(host), "{url}");
        }
    }
}
