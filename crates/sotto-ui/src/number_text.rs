//! Numbers as people write them.

use sotto_ldp::numbers::{Decimal, Grid};
use sotto_survey::Calendar;

/// The number that a text says, if it is one that the grid holds. Digits of other scripts are
/// digits; where only whole numbers can be answered there is no decimal sign, because to some a
/// point or a comma would part the thousands.
#[must_use]
pub fn number(text: &str, grid: &Grid) -> Option<Decimal> {
    let is_whole = |number: Decimal| number.micros() % 1_000_000 == 0;
    let whole = is_whole(grid.step()) && is_whole(grid.minimum());
    let mut plain = String::new();
    for character in text.trim().chars() {
        plain.push(match character {
            ',' | '.' | '٫' if whole => return None,
            ',' | '٫' => '.',
            '−' => '-',
            // What browsers put around numbers in text that runs from right to left.
            '\u{200e}' | '\u{200f}' | '\u{61c}' => continue,
            other => ascii(other),
        });
    }
    let number: Decimal = plain.parse().ok()?;
    grid.index_of(number).ok()?;
    (!may_be_thousands(&plain, number, grid)).then_some(number)
}

/// The number that a text says, or that of the day, month or time, if it is one that the grid holds.
#[must_use]
pub fn answered(text: &str, grid: &Grid, calendar: Option<Calendar>) -> Option<Decimal> {
    let Some(calendar) = calendar else {
        return number(text, grid);
    };
    let plain: String = text.trim().chars().map(ascii).collect();
    let read = calendar.read(&plain).or_else(|| {
        // As a month is typed where a browser has no field for it: the year is what has four digits.
        let (one, other) = plain.split_once(|sign: char| !sign.is_ascii_digit())?;
        let (year, month) = if one.len() == 4 {
            (one, other)
        } else {
            (other, one)
        };
        let month = if month.len() == 1 {
            ["0", month].concat()
        } else {
            month.to_owned()
        };
        calendar.read(&[year, "-", &month].concat())
    })?;
    let number = Decimal::from_units(read).ok()?;
    grid.index_of(number).ok().map(|_| number)
}

/// Whether somebody may have meant a thousand times that: three digits behind a sign part thousands to many. They
/// are decimals where two would say the same only in the part below one, or where a thousand times that is no answer.
fn may_be_thousands(plain: &str, number: Decimal, grid: &Grid) -> bool {
    const ONE: i64 = 1_000_000;
    let behind = plain.split_once('.').map_or("", |(_, behind)| behind);
    let micros = number.micros();
    let times = micros.checked_mul(1_000).map(Decimal::from_micros);
    let is_another = matches!(times, Some(Ok(times)) if grid.index_of(times).is_ok());
    behind.len() == 3 && micros.abs() >= ONE && (micros % (ONE / 100) == 0 || is_another)
}

/// Zero as it is written in Arabic, Persian, Hindi, Bengali, Thai, and in full width. The other digits follow it.
const ZEROS: [char; 6] = [
    '\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{e50}', '\u{ff10}',
];

/// A digit of another script as ours; any other character as it is.
fn ascii(character: char) -> char {
    let after = |zero: &char| u32::from(character).wrapping_sub(u32::from(*zero));
    let mut digits = ZEROS.iter().map(after);
    let found = digits.find_map(|value| char::from_digit(value, 10));
    found.unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_several_scripts() {
        let grid = Grid::new(0.into(), 100.into(), 1.into()).unwrap();
        for text in [
            "40",
            " 40 ",
            "٤٠",
            "۴۰",
            "४०",
            "৪০",
            "๔๐",
            "４０",
            "\u{200e}40",
            "040",
        ] {
            assert_eq!(number(text, &grid), Some(40.into()), "{text}");
        }
        for text in [
            "", "forty", "4O", "101", "-1", "−1", "40.0", "1,000", "4e1", "+40", ".",
        ] {
            assert_eq!(number(text, &grid), None, "{text}");
        }
    }

    #[cfg(feature = "own-words")]
    #[test]
    fn days_months_and_times_as_fields_and_people_write_them() {
        let read = |calendar: Calendar, ends: [&str; 2], text: &str| {
            let [least, most] = ends.map(|end| Decimal::from_units(calendar.read(end).unwrap()));
            let grid = Grid::new(least.unwrap(), most.unwrap(), 1.into()).unwrap();
            let found = answered(text, &grid, Some(calendar))?;
            Some(calendar.write(found.micros() / 1_000_000))
        };
        let months = ["2019-01", "2020-12"];
        for (text, month) in [
            ("2020-03", Some("2020-03")),
            (" 3/2020 ", Some("2020-03")),
            ("03.2020", Some("2020-03")),
            ("2020年3", Some("2020-03")),
            ("٢٠٢٠-٠٣", Some("2020-03")),
            ("2021-01", None),
            ("2020-13", None),
            ("3/20", None),
            ("March 2020", None),
            ("2020", None),
            ("", None),
            ("…", None),
        ] {
            assert_eq!(
                read(Calendar::Month, months, text).as_deref(),
                month,
                "{text}"
            );
        }
        let days = ["2020-01-01", "2020-12-31"];
        for (text, day) in [
            ("2020-02-29", Some("2020-02-29")),
            ("2020-02-30", None),
            ("2021-01-01", None),
            ("29.2.2020", None),
            ("18321", None),
        ] {
            assert_eq!(read(Calendar::Date, days, text).as_deref(), day, "{text}");
        }
        let times = ["08:00", "18:00"];
        for (text, time) in [
            ("08:07", Some("08:07")),
            ("07:59", None),
            ("8:07", None),
            ("480", None),
        ] {
            assert_eq!(read(Calendar::Time, times, text).as_deref(), time, "{text}");
        }
    }

    #[test]
    fn what_may_be_thousands_is_no_decimal() {
        let grid = |step: &str| Grid::new(0.into(), 5_000.into(), step.parse().unwrap()).unwrap();
        for text in ["1,000", "1.000", "1٫000", "2,500", "١٫٠٠٠"] {
            assert_eq!(number(text, &grid("0.5")), None, "{text}");
        }
        for (text, step, read) in [
            // Nobody parts thousands so.
            ("1,00", "0.5", "1"),
            ("0,500", "0.5", "0.5"),
            ("0.250", "0.125", "0.25"),
            ("1,0000", "0.5", "1"),
            ("1000", "0.5", "1000"),
            // A thousand times that is more than can be answered.
            ("5,125", "0.125", "5.125"),
        ] {
            assert_eq!(number(text, &grid(step)), read.parse().ok(), "{text}");
        }
        // Either could be meant.
        assert_eq!(number("1,125", &grid("0.125")), None);
    }

    #[test]
    fn a_point_or_a_comma_where_there_are_fractions() {
        let grid = Grid::new((-10).into(), 10.into(), "0.5".parse().unwrap()).unwrap();
        for text in ["2.5", "2,5", "٢٫٥", "2.50"] {
            assert_eq!(number(text, &grid), "2.5".parse().ok(), "{text}");
        }
        assert_eq!(number("−2.5", &grid), "-2.5".parse().ok());
        assert_eq!(number("2.3", &grid), None);
    }
}
