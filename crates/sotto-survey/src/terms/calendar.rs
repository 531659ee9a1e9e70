//! Dates, months and times of day as whole numbers: days and months since the beginning of 1970, minutes since midnight.
//!
//! None of them has a timezone: 31 January is the same number everywhere. Few surveys ask for any, so the common widget
//! has no kind of them, and the compiler leaves out of that program whatever is done with one.

#[cfg(feature = "whole")]
mod reckoning;

use serde::Serialize;

/// What a number stands for that is asked for by a native field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Calendar {
    /// A day: its number of days since 1 January 1970, negative before.
    #[cfg(feature = "whole")]
    Date,
    /// A month: its number of months since January 1970, negative before.
    #[cfg(feature = "whole")]
    Month,
    /// A time of day: its number of minutes since midnight.
    #[cfg(feature = "whole")]
    Time,
}

#[cfg_attr(
    not(feature = "whole"),
    expect(unused_variables, reason = "the common widget has none")
)]
impl Calendar {
    /// All of them.
    pub const ALL: &[Self] = &[
        #[cfg(feature = "whole")]
        Self::Date,
        #[cfg(feature = "whole")]
        Self::Month,
        #[cfg(feature = "whole")]
        Self::Time,
    ];

    /// The name in files, which is the type of the native field as well.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "whole")]
            Self::Date => "date",
            #[cfg(feature = "whole")]
            Self::Month => "month",
            #[cfg(feature = "whole")]
            Self::Time => "time",
        }
    }

    /// One as it is written: in files, and by the native field.
    #[must_use]
    pub const fn example(self) -> &'static str {
        match self {
            #[cfg(feature = "whole")]
            Self::Date => "2020-01-31",
            #[cfg(feature = "whole")]
            Self::Month => "2020-01",
            #[cfg(feature = "whole")]
            Self::Time => "13:30",
        }
    }

    /// What it is counted in, in English.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            #[cfg(feature = "whole")]
            Self::Date => "day",
            #[cfg(feature = "whole")]
            Self::Month => "month",
            #[cfg(feature = "whole")]
            Self::Time => "minute",
        }
    }

    /// The number of one that is written as `2020-01-31`, `2020-01` or `13:30`, if there is such a day, month or time.
    #[must_use]
    pub fn read(self, text: &str) -> Option<i64> {
        match self {
            #[cfg(feature = "whole")]
            Self::Date => reckoning::date(text),
            #[cfg(feature = "whole")]
            Self::Month => reckoning::month(text),
            #[cfg(feature = "whole")]
            Self::Time => reckoning::time(text),
        }
    }

    /// How a number is written, so that it reads back. Minutes of another day have hours below 0 or above 23.
    #[must_use]
    pub fn write(self, number: i64) -> String {
        match self {
            #[cfg(feature = "whole")]
            Self::Date => reckoning::written_date(number),
            #[cfg(feature = "whole")]
            Self::Month => reckoning::written_month(number),
            #[cfg(feature = "whole")]
            Self::Time => reckoning::written_time(number),
        }
    }

    /// The number nearest to an estimate, such as a mean.
    #[cfg(feature = "whole")]
    #[must_use]
    pub const fn whole(estimate: f64) -> i64 {
        reckoning::whole(estimate)
    }

    /// The day, month or time nearest to an estimate, written.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn nearest(self, estimate: f64) -> String {
        self.write(Self::whole(estimate))
    }

    /// When it begins: in seconds since the beginning of 1970, as if the whole world had one clock; of a time of day on the
    /// first day of all.
    #[must_use]
    pub const fn seconds(self, number: i64) -> i64 {
        match self {
            #[cfg(feature = "whole")]
            Self::Date => reckoning::seconds_of_date(number),
            #[cfg(feature = "whole")]
            Self::Month => reckoning::seconds_of_month(number),
            #[cfg(feature = "whole")]
            Self::Time => reckoning::seconds_of_time(number),
        }
    }
}
