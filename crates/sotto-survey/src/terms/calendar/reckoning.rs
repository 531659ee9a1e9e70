//! From what is written to numbers and back, by the Gregorian calendar and in integers alone.

/// Beyond that, no year has four digits.
const FURTHEST: i64 = 10_000_000;

const SECONDS_PER_DAY: i64 = 86_400;

/// The number of days from 1 January 1970 to a day of a month from 1 to 12. Years begin in March here, so that a leap day
/// ends one.
const fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month > 2 { year } else { year - 1 };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Year, month and day.
const fn civil(number: i64) -> (i64, i64, i64) {
    let number = number + 719_468;
    let era = number.div_euclid(146_097);
    let of_era = number.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = (from_march + 2) % 12 + 1;
    let year = era * 400 + year;
    (if month > 2 { year } else { year + 1 }, month, day)
}

/// The number that so many digits make.
fn digits(text: &str, count: usize) -> Option<i64> {
    let is_digits = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    is_digits.then(|| text.parse().ok()).flatten()
}

/// Year and month; there is no year 0.
fn year_and_month(text: &str) -> Option<(i64, i64)> {
    let (year, month) = text.split_once('-')?;
    let (year, month) = (digits(year, 4)?, digits(month, 2)?);
    (year > 0 && (1..=12).contains(&month)).then_some((year, month))
}

pub(super) fn date(text: &str) -> Option<i64> {
    let (before, day) = text.rsplit_once('-')?;
    let (year, month) = year_and_month(before)?;
    let number = days(year, month, digits(day, 2)?);
    // There is no 30 February: it would be another day.
    (written_date(number) == text).then_some(number)
}

pub(super) fn month(text: &str) -> Option<i64> {
    let (year, month) = year_and_month(text)?;
    Some((year - 1970) * 12 + month - 1)
}

pub(super) fn time(text: &str) -> Option<i64> {
    let (hour, minute) = text.split_once(':')?;
    let (hour, minute) = (digits(hour, 2)?, digits(minute, 2)?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

pub(super) fn written_date(number: i64) -> String {
    let (year, month, day) = civil(number.clamp(-FURTHEST, FURTHEST));
    format!("{year:04}-{month:02}-{day:02}")
}

pub(super) fn written_month(number: i64) -> String {
    let number = number.clamp(-FURTHEST, FURTHEST);
    let (year, month) = (1970 + number.div_euclid(12), number.rem_euclid(12) + 1);
    format!("{year:04}-{month:02}")
}

pub(super) fn written_time(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let minutes = number.unsigned_abs();
    format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

pub(super) const fn seconds_of_date(number: i64) -> i64 {
    number.saturating_mul(SECONDS_PER_DAY)
}

pub(super) const fn seconds_of_month(number: i64) -> i64 {
    let first = days(1970 + number.div_euclid(12), number.rem_euclid(12) + 1, 1);
    seconds_of_date(first)
}

pub(super) const fn seconds_of_time(number: i64) -> i64 {
    number.saturating_mul(60)
}

/// The nearest whole number.
#[expect(
    clippy::cast_possible_truncation,
    reason = "an estimate, and what is too great becomes the greatest"
)]
pub(super) const fn whole(estimate: f64) -> i64 {
    estimate.round() as i64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::Calendar::{Date, Month, Time};

    #[test]
    fn days_months_and_minutes_have_the_numbers_that_everybody_counts() {
        for (calendar, text, number) in [
            (Date, "1970-01-01", 0),
            (Date, "1969-12-31", -1),
            (Date, "2000-02-29", 11_016),
            (Date, "2020-01-31", 18_292),
            (Date, "0001-01-01", -719_162),
            (Date, "9999-12-31", 2_932_896),
            (Month, "1970-01", 0),
            (Month, "1969-12", -1),
            (Month, "2020-03", 602),
            (Time, "00:00", 0),
            (Time, "23:59", 1_439),
        ] {
            assert_eq!(calendar.read(text), Some(number), "{text}");
            assert_eq!(calendar.write(number), text);
        }
        assert_eq!(Date.seconds(1), 86_400);
        assert_eq!(Month.seconds(1), 31 * 86_400);
        assert_eq!(Month.seconds(-1), -31 * 86_400);
        assert_eq!(Time.seconds(90), 5_400);
    }

    #[test]
    fn what_is_no_day_month_or_time_is_none() {
        for text in [
            "",
            "2020",
            "2020-1-1",
            "2020-02-30",
            "2019-02-29",
            "1900-02-29",
            "2020-13-01",
            "2020-00-01",
            "2020-01-00",
            "0000-01-01",
            "20200101",
            "2020-01-01T00:00",
            "+020-01-01",
            "2020-01-01 ",
            "-2020-01-01",
        ] {
            assert_eq!(Date.read(text), None, "{text}");
        }
        for text in [
            "",
            "2020-1",
            "2020-13",
            "2020-00",
            "2020-01-01",
            "0000-01",
            "01-2020",
        ] {
            assert_eq!(Month.read(text), None, "{text}");
        }
        for text in ["", "24:00", "12:60", "1:00", "12:00:00", "-1:00", "12.00"] {
            assert_eq!(Time.read(text), None, "{text}");
        }
    }

    #[test]
    fn an_estimate_is_written_as_the_nearest() {
        assert_eq!(Date.nearest(0.4), "1970-01-01");
        assert_eq!(Date.nearest(-0.6), "1969-12-31");
        assert_eq!(Month.nearest(602.5), "2020-04");
        // An estimate may lie outside of what can be answered.
        assert_eq!(Time.nearest(-5.0), "-00:05");
        assert_eq!(Time.nearest(1_450.0), "24:10");
        assert_eq!(Time.nearest(f64::NAN), "00:00");
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(number in -719_162_i64..=2_932_896) {
            prop_assert_eq!(Date.read(&Date.write(number)), Some(number));
        }

        #[test]
        fn the_day_after_is_written_later(number in -719_162_i64..2_932_896) {
            prop_assert!(Date.write(number) < Date.write(number + 1));
        }

        #[test]
        fn any_text_and_any_number_are_borne(text in "\\PC{0,12}", number: i64) {
            for calendar in [Date, Month, Time] {
                let read = calendar.read(&text);
                prop_assert!(read.is_none_or(|read| calendar.write(read) == text));
                let _ = calendar.write(number);
            }
        }
    }
}
