//! How much two shares differ, as a sentence that says no more than the interval does.

use sotto_survey::ShareResults;
use sotto_ui::{Messages, charts::TimesIn};

use super::figure::times_in_words;

/// "“A” is more frequent than “B”, by 5 points (between 1 and 9, 19 times in 20)."
pub(crate) fn difference(
    first: &str,
    second: &str,
    found: ShareResults,
    times_in: TimesIn,
    words: &Messages,
) -> String {
    let told = Told::of(found);
    let number = |points: f64| words.number(points, told.decimals);
    let (times, of) = times_in_words(times_in, words);
    let (low, high) = told.interval;
    words.fill(
        told.key,
        &[
            ("first", first),
            ("second", second),
            ("points", &number(told.points)),
            ("low", &number(low)),
            ("high", &number(high)),
            ("times", &times),
            ("of", &of),
        ],
    )
}

/// A difference as it is told, in points of a percentage.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Told {
    key: &'static str,
    points: f64,
    interval: (f64, f64),
    decimals: u8,
}

impl Told {
    fn of(found: ShareResults) -> Self {
        let [low, high] = found.interval.map(|end| end.clamp(-1.0, 1.0) * 100.0);
        let points = found.estimate.clamp(-1.0, 1.0) * 100.0;
        let decimals = u8::from((high - low) / 2.0 < 1.0);
        let told = |key, points, interval| Self {
            key,
            points,
            interval,
            decimals,
        };
        if found.interval[0] > 0.0 {
            told("ask-more", points, (low, high))
        } else if found.interval[1] < 0.0 {
            told("ask-less", -points, (-high, -low))
        } else {
            told("ask-untold", points, (low, high))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(estimate: f64, low: f64, high: f64) -> ShareResults {
        ShareResults {
            estimate,
            standard_error: 0.1,
            interval: [low, high],
        }
    }

    #[test]
    fn only_what_the_interval_says_is_said() {
        for (found, key, points, interval) in [
            (found(0.05, 0.01, 0.09), "ask-more", 5.0, (1.0, 9.0)),
            (found(-0.05, -0.09, -0.01), "ask-less", 5.0, (1.0, 9.0)),
            (found(0.05, -0.01, 0.11), "ask-untold", 5.0, (-1.0, 11.0)),
            // More than everybody is not told.
            (found(1.2, 0.5, 1.9), "ask-more", 100.0, (50.0, 100.0)),
        ] {
            let told = Told::of(found);
            assert_eq!(told.key, key);
            let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
            assert!(near(told.points, points) && near(told.interval.0, interval.0));
            assert!(near(told.interval.1, interval.1));
        }
        assert_eq!(Told::of(found(0.001, -0.004, 0.006)).decimals, 1);
        assert_eq!(Told::of(found(0.05, 0.01, 0.09)).decimals, 0);
    }
}
