//! A moment in universal time, to the second.

use std::{
    fmt,
    str::FromStr,
    time::{SystemTime, UNIX_EPOCH},
};

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};

const SECONDS_A_DAY: i64 = 86_400;

/// A moment, written `2026-11-21T08:00:00Z`; other offsets are read as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Moment(DateTime<Utc>);

/// The text is no moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a date with its time, such as 2026-11-21T08:00:00Z")]
pub(crate) struct NoMoment;

impl Moment {
    /// The moment that the system's clock shows; the epoch if it shows none that can be.
    pub(crate) fn now() -> Self {
        let seconds = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |time| i64::try_from(time.as_secs()).unwrap_or(0));
        Self::of_seconds(seconds)
    }

    /// So many seconds after 1970 began.
    pub(crate) fn of_seconds(seconds: i64) -> Self {
        Self(DateTime::from_timestamp(seconds, 0).unwrap_or_default())
    }

    /// Seconds since 1970 began.
    pub(crate) const fn seconds(self) -> i64 {
        self.0.timestamp()
    }

    /// The beginning of that many days after 1970 began.
    pub(crate) fn of_day(day: i64) -> Self {
        Self::of_seconds(day.saturating_mul(SECONDS_A_DAY))
    }

    /// Its day, such as 2026-11-21.
    pub(crate) fn date(self) -> String {
        self.0.format("%Y-%m-%d").to_string()
    }

    /// Days since 1970 began: as coarse as what is stored about people has to be.
    pub(crate) const fn day(self) -> i64 {
        self.seconds().div_euclid(SECONDS_A_DAY)
    }

    /// The beginning of its hour.
    pub(crate) fn hour(self) -> Self {
        Self::of_seconds(self.seconds() - self.seconds().rem_euclid(3_600))
    }
}

impl FromStr for Moment {
    type Err = NoMoment;

    fn from_str(text: &str) -> Result<Self, NoMoment> {
        let moment = DateTime::parse_from_rfc3339(text).map_err(|_| NoMoment)?;
        Ok(Self::of_seconds(moment.timestamp()))
    }
}

impl TryFrom<String> for Moment {
    type Error = NoMoment;

    fn try_from(text: String) -> Result<Self, NoMoment> {
        text.parse()
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Secs, true))
    }
}

impl From<Moment> for String {
    fn from(moment: Moment) -> Self {
        moment.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_and_written() {
        for (text, written) in [
            ("2026-11-21T08:00:00Z", "2026-11-21T08:00:00Z"),
            ("2026-11-21T09:30:00.999+01:30", "2026-11-21T08:00:00Z"),
            ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"),
        ] {
            assert_eq!(text.parse::<Moment>().unwrap().to_string(), written);
        }
        for wrong in ["", "2026-11-21", "tomorrow", "2026-13-01T00:00:00Z"] {
            assert!(wrong.parse::<Moment>().is_err(), "{wrong}");
        }
        let moment: Moment = "1970-01-02T05:59:59Z".parse().unwrap();
        assert_eq!(moment.day(), 1);
        assert_eq!(moment.hour().to_string(), "1970-01-02T05:00:00Z");
        let early: Moment = "1969-12-31T23:59:59Z".parse().unwrap();
        assert_eq!(early.day(), -1);
    }
}
