//! How many times as great a share is as another, as a sentence.

use sotto_survey::RatioResults;
use sotto_ui::{Messages, charts::TimesIn};

use super::figure::times_in_words;

/// The ratio of the first to the second with its interval.
pub(crate) fn ratio(
    first: &str,
    second: &str,
    found: RatioResults,
    times_in: TimesIn,
    words: &Messages,
) -> String {
    let told = Told::of(found);
    let number = |times: f64| words.number(times, told.decimals);
    let (times, of) = times_in_words(times_in, words);
    let high = told.high.map(number).unwrap_or_default();
    words.fill(
        told.key,
        &[
            ("first", first),
            ("second", second),
            ("ratio", &number(told.ratio)),
            ("low", &number(told.low)),
            ("high", &high),
            ("times", &times),
            ("of", &of),
        ],
    )
}

/// A ratio as it is told: shares are not below 0.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Told {
    key: &'static str,
    ratio: f64,
    low: f64,
    high: Option<f64>,
    decimals: u8,
}

impl Told {
    fn of(found: RatioResults) -> Self {
        let (low, high) = (found.interval.0.max(0.0), found.interval.1);
        let half = high.map_or(found.standard_error, |high| (high - low) / 2.0);
        Self {
            key: high.map_or("ask-ratio-open", |_| "ask-ratio"),
            ratio: found.estimate.max(0.0),
            low,
            high,
            decimals: if half < 0.1 { 2 } else { 1 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_has_an_upper_end_only_where_there_is_one() {
        let found = |estimate, interval| RatioResults {
            estimate,
            standard_error: 0.3,
            interval,
        };
        let told = Told::of(found(1.5, (1.45, Some(1.56))));
        assert_eq!(
            (told.key, told.high, told.decimals),
            ("ask-ratio", Some(1.56), 2)
        );
        let told = Told::of(found(4.0, (2.0, None)));
        assert_eq!(
            (told.key, told.high, told.decimals),
            ("ask-ratio-open", None, 1)
        );
        let told = Told::of(found(-0.1, (-0.4, Some(0.2))));
        assert_eq!((told.ratio.to_bits(), told.low.to_bits()), (0, 0));
    }
}
