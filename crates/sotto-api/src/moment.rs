//! A moment in universal time, to the second.

use std::{fmt, str::FromStr};

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};

const SECONDS_A_DAY: i64 = 86_400;

/// A moment, written `2026-11-21T08:00:00Z`; other offsets are read as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(value_type = String, format = DateTime)
)]
pub struct Moment(DateTime<Utc>);

/// The text is not a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a date with its time, such as 2026-11-21T08:00:00Z")]
pub struct NotAMoment;

impl Moment {
    /// So many seconds after 1970 began.
    #[must_use]
    pub fn of_seconds(seconds: i64) -> Self {
        Self(DateTime::from_timestamp(seconds, 0).unwrap_or_default())
    }

    /// Seconds since 1970 began.
    #[must_use]
    pub const fn seconds(self) -> i64 {
        self.0.timestamp()
    }

    /// The beginning of that many days after 1970 began.
    #[must_use]
    pub fn of_day(day: i64) -> Self {
        Self::of_seconds(day.saturating_mul(SECONDS_A_DAY))
    }

    /// Its day, such as 2026-11-21.
    #[must_use]
    pub fn date(self) -> String {
        self.0.format("%Y-%m-%d").to_string()
    }

    /// Days since 1970 began: as coarse as what is stored about people has to be.
    #[must_use]
    pub const fn day(self) -> i64 {
        self.seconds().div_euclid(SECONDS_A_DAY)
    }

    /// The beginning of its hour.
    #[must_use]
    pub fn hour(self) -> Self {
        Self::of_seconds(self.seconds() - self.seconds().rem_euclid(3_600))
    }
}

impl FromStr for Moment {
    type Err = NotAMoment;

    fn from_str(text: &str) -> Result<Self, NotAMoment> {
        let moment = DateTime::parse_from_rfc3339(text).map_err(|_| NotAMoment)?;
        Ok(Self::of_seconds(moment.timestamp()))
    }
}

impl TryFrom<String> for Moment {
    type Error = NotAMoment;

    fn try_from(text: String) -> Result<Self, NotAMoment> {
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
