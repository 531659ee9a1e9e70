//! What a survey's designer decides at the collector: when it collects, who may embed and read it,
//! what is kept and for how long. Stored beside the survey, and the same for all its versions.
//!
//! A survey without stored settings, such as the samples, has the defaults: open, embeddable
//! everywhere, results for everybody, no noisy rows.

mod class_code;
mod origin;
mod relay;
mod webhook;

pub use class_code::ClassCode;
pub use origin::{NotAnOrigin, Origin};
pub use relay::{RelayError, RelaySettings};
pub use webhook::WebhookSettings;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Moment;

/// The most origins in a list.
const MAX_ORIGINS: usize = 100;
/// The least bound of submissions in an hour.
const FEWEST_PER_HOUR: u32 = 10;
/// A hundred years.
const MAX_DAYS: u32 = 36_525;

/// The settings of a survey.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Settings {
    /// Who may read results, cross-tabs and exports of aggregates
    pub results: Readers,
    /// Whether it is closed for now; it can be opened again
    pub closed: bool,
    /// Since when it is closed for now, to the hour
    #[cfg_attr(feature = "schema", schema(read_only))]
    pub closed_on: Option<Moment>,
    /// Who may answer, and how often
    pub access: Access,
    /// What is asked of those who answer where "access" is "class-code": 4 to 40 letters, digits and
    /// hyphens
    pub class_code: Option<ClassCode>,
    /// It collects from this moment on
    pub opens: Option<Moment>,
    /// It collects until this moment
    pub closes: Option<Moment>,
    /// It collects until it has this many submissions
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub quota: Option<u64>,
    /// At most this many submissions per hour, half of them in one burst; null: no limit. The rest get 429 and are to
    /// be sent again later
    #[cfg_attr(feature = "schema", schema(minimum = 10))]
    pub per_hour: Option<u32>,
    /// The origins whose pages may post to it; null: all
    #[cfg_attr(feature = "schema", schema(max_items = 100))]
    pub origins: Option<Vec<Origin>>,
    /// The origins whose pages may frame it; null: all
    #[cfg_attr(feature = "schema", schema(max_items = 100))]
    pub frame_ancestors: Option<Vec<Origin>>,
    /// Whether each submission's noisy reports are kept together, for cross-tabs and exports. People
    /// are told before they answer: it is set before anybody has answered the version that collects
    pub keep_rows: bool,
    /// Through whom the widget sends what it submits, so that the collector does not see from where; null: it
    /// sends to the collector itself. People are told before they answer
    pub relay: Option<RelaySettings>,
    /// No estimate is shown for a question with fewer reports than this or the survey's own minimum
    #[cfg_attr(feature = "schema", schema(minimum = 0))]
    pub minimum_reports: u64,
    /// Where aggregates are posted when they change
    pub webhook: Option<WebhookSettings>,
    /// What is erased, and when
    pub retention: Retention,
}

/// Who may read results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Readers {
    /// Everybody
    #[default]
    Public,
    /// Those whose token is for the survey
    Private,
}

/// How strongly a survey asks for one answer by one person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Access {
    /// Everybody may answer, as often as they like.
    #[default]
    Open,
    /// Whoever knows the survey's one code may answer, as often as they like.
    ClassCode,
    /// Each invite is good for one submission.
    Invites,
    /// Each invite buys one token by a blind signature, and each token is good for one submission:
    /// not even the collector can tell which invite bought it.
    Unlinkable,
}

impl Access {
    /// Every access.
    pub const ALL: [Self; 4] = [Self::Open, Self::ClassCode, Self::Invites, Self::Unlinkable];

    /// Whether each submission takes an invite, or what one has bought.
    #[must_use]
    pub const fn is_for_the_invited(self) -> bool {
        match self {
            Self::Invites | Self::Unlinkable => true,
            Self::Open | Self::ClassCode => false,
        }
    }

    /// As it stands in settings and status.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::ClassCode => "class-code",
            Self::Invites => "invites",
            Self::Unlinkable => "unlinkable",
        }
    }
}

/// Settings after a change.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChangedSettings {
    /// All of them, without secrets.
    pub settings: Settings,
    /// Of a webhook that is new: what signs its calls. It is shown once.
    pub webhook_secret: Option<String>,
}

/// What is erased that many days after the survey closed; null: it is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Retention {
    /// The noisy rows
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 36525))]
    pub rows: Option<u32>,
    /// What is needed to recognise repeated submissions. The survey cannot be reopened then
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 36525))]
    pub ids: Option<u32>,
    /// The survey and everything that was counted
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 36525))]
    pub survey: Option<u32>,
}

/// Why settings cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// Not the JSON that belongs there.
    #[error("{0}")]
    Json(String),
    /// The end stands before the beginning.
    #[error("\"closes\" must be later than \"opens\"")]
    Dates,
    /// The class is to know a code that there is not.
    #[error("\"class_code\" is missing: with \"access\" \"class-code\", nobody could answer")]
    ClassCode,
    /// A survey that asks for nothing.
    #[error("\"quota\" must be at least 1, or null for none")]
    Quota,
    /// A survey that would hardly take anything.
    #[error("\"per_hour\" must be at least {FEWEST_PER_HOUR}, or null for as many as come")]
    PerHour,
    /// Too many origins in the list of that name.
    #[error("{0:?} can list {MAX_ORIGINS} origins at most")]
    Origins(&'static str),
    /// Too many days.
    #[error("a number of days in \"retention\" is from 0 to {MAX_DAYS}, or null to keep")]
    Days,
    /// What is wrong with the relay.
    #[error("\"relay\": {0}")]
    Relay(RelayError),
    /// What is wrong with the webhook.
    #[error("\"webhook\": {0}")]
    Webhook(&'static str),
}

/// Whether a survey collects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Phase {
    /// It will, from the moment that its settings name.
    NotYetOpen,
    /// It does.
    Open,
    /// It did, or its designer has closed it for now.
    Closed,
    /// It has as many submissions as its settings ask for.
    Full,
}

impl Settings {
    /// The settings of a survey that is created through the API: what is counted is for its
    /// designer.
    #[must_use]
    pub fn of_new_survey() -> Self {
        Self {
            results: Readers::Private,
            ..Self::default()
        }
    }

    /// Whether the survey collects, at that moment and with that many submissions counted.
    #[must_use]
    pub fn phase(&self, now: Moment, submissions: u64) -> Phase {
        if self.closed || self.closes.is_some_and(|closes| closes <= now) {
            Phase::Closed
        } else if self.opens.is_some_and(|opens| now < opens) {
            Phase::NotYetOpen
        } else if self.quota.is_some_and(|quota| quota <= submissions) {
            Phase::Full
        } else {
            Phase::Open
        }
    }

    /// The settings at that moment: since when a survey is closed follows from whether it is.
    #[must_use]
    pub fn at(mut self, now: Moment) -> Self {
        self.closed_on = self
            .closed
            .then(|| self.closed_on.unwrap_or_else(|| now.hour()));
        self
    }

    /// The settings as they may be read: without secrets.
    #[must_use]
    pub fn shown(&self) -> Self {
        let mut shown = self.clone();
        if let Some(webhook) = &mut shown.webhook {
            webhook.secret = None;
        }
        shown
    }

    /// Whether the settings fit together.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), SettingsError> {
        self.check_terms()?;
        match &self.webhook {
            Some(webhook) => webhook.check().map_err(SettingsError::Webhook),
            None => Ok(()),
        }
    }

    /// The same, the webhook apart.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check_terms(&self) -> Result<(), SettingsError> {
        if let (Some(opens), Some(closes)) = (self.opens, self.closes)
            && closes <= opens
        {
            return Err(SettingsError::Dates);
        }
        if self.access == Access::ClassCode && self.class_code.is_none() {
            return Err(SettingsError::ClassCode);
        }
        if self.quota == Some(0) {
            return Err(SettingsError::Quota);
        }
        if self.per_hour.is_some_and(|number| number < FEWEST_PER_HOUR) {
            return Err(SettingsError::PerHour);
        }
        if let Some(relay) = &self.relay {
            relay.check().map_err(SettingsError::Relay)?;
        }
        let long =
            |list: &Option<Vec<Origin>>| list.as_ref().is_some_and(|list| list.len() > MAX_ORIGINS);
        if long(&self.origins) {
            return Err(SettingsError::Origins("origins"));
        }
        if long(&self.frame_ancestors) {
            return Err(SettingsError::Origins("frame_ancestors"));
        }
        let Retention { rows, ids, survey } = self.retention;
        if [rows, ids, survey]
            .into_iter()
            .flatten()
            .any(|days| days > MAX_DAYS)
        {
            return Err(SettingsError::Days);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Moment {
        text.parse().unwrap()
    }

    #[test]
    fn a_survey_collects_between_its_dates_and_up_to_its_quota() {
        let settings = Settings {
            opens: Some(at("2026-11-01T00:00:00Z")),
            closes: Some(at("2026-12-01T00:00:00Z")),
            quota: Some(10),
            ..Settings::default()
        };
        for (now, submissions, phase) in [
            ("2026-10-31T23:59:59Z", 0, Phase::NotYetOpen),
            ("2026-11-01T00:00:00Z", 0, Phase::Open),
            ("2026-11-01T00:00:00Z", 9, Phase::Open),
            ("2026-11-01T00:00:00Z", 10, Phase::Full),
            ("2026-11-30T23:59:59Z", 9, Phase::Open),
            ("2026-12-01T00:00:00Z", 9, Phase::Closed),
            ("2026-12-01T00:00:00Z", 10, Phase::Closed),
        ] {
            assert_eq!(settings.phase(at(now), submissions), phase, "{now}");
        }
        let closed = Settings {
            closed: true,
            ..Settings::default()
        };
        assert_eq!(closed.phase(at("2026-11-01T00:00:00Z"), 0), Phase::Closed);
        let default = Settings::default();
        assert_eq!(default.phase(Moment::of_day(0), u64::MAX), Phase::Open);
    }

    #[test]
    fn stored_settings_are_read_back_and_older_ones_have_the_defaults() {
        let settings = Settings::of_new_survey();
        let json = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&json).unwrap(), settings);
        assert_eq!(
            serde_json::from_str::<Settings>("{}").unwrap(),
            Settings::default()
        );
        assert!(serde_json::from_str::<Settings>(r#"{"qouta":1}"#).is_err());
    }
}
