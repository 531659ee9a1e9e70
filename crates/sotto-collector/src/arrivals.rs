//! How many submissions came to each survey, hour by hour, for an operator who wants to see whether somebody
//! stuffs one. In memory for a week; nothing is known of anybody who sent one.

use std::collections::{BTreeMap, HashMap};

use parking_lot::Mutex;
use sotto_api::{HourArrivals, Moment, SurveyArrivals};

/// How many hours are remembered.
const WEEK: i64 = 7 * 24;
/// What counts are rounded down to a multiple of, so that no single submission shows.
const STEP: u64 = 10;
/// Fewer than this are never unusual.
const MANY: u64 = 50;
/// How many times the median is unusual.
const TIMES: u64 = 5;
/// How many other hours a median is taken of, at least.
const HOURS: usize = 3;
/// Surveys remembered at once; beyond it those to which nothing came in a week are forgotten, and if there
/// are none, new ones are not noted.
const SURVEYS: usize = 1 << 14;

/// What became of a submission that came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// It was counted.
    Counted,
    /// It came after as many as the survey takes in an hour.
    TurnedAway,
}

/// What came in an hour.
#[derive(Clone, Copy, Debug, Default)]
struct ArrivalHour {
    counted: u64,
    turned_away: u64,
}

/// The hours of a survey, by their number since 1970.
type Hours = BTreeMap<i64, ArrivalHour>;

/// What came to each survey.
#[derive(Debug, Default)]
pub(crate) struct Arrivals(Mutex<HashMap<String, Hours>>);

impl Arrivals {
    /// Notes that a submission came to a survey.
    pub(crate) fn note(&self, survey: &str, arrival: Arrival, now: Moment) {
        let now = hour_of(now);
        let mut surveys = self.0.lock();
        if !surveys.contains_key(survey) {
            if surveys.len() >= SURVEYS {
                surveys.retain(|_, hours| recent(hours, now).next().is_some());
            }
            if surveys.len() >= SURVEYS {
                return;
            }
            surveys.insert(survey.to_owned(), Hours::new());
        }
        let Some(hours) = surveys.get_mut(survey) else {
            return;
        };
        if !hours.contains_key(&now) {
            *hours = hours.split_off(&oldest(now));
        }
        let hour = hours.entry(now).or_default();
        match arrival {
            Arrival::Counted => hour.counted += 1,
            Arrival::TurnedAway => hour.turned_away += 1,
        }
    }

    /// What came in the last week, by the surveys' ids.
    pub(crate) fn told(&self, now: Moment) -> Vec<SurveyArrivals> {
        let now = hour_of(now);
        let surveys = self.0.lock();
        let mut told: Vec<_> = surveys
            .iter()
            .filter_map(|(survey, hours)| {
                let hours: Vec<_> = recent(hours, now).collect();
                let survey = survey.clone();
                (!hours.is_empty()).then(|| {
                    let hours = tell(&hours);
                    SurveyArrivals { survey, hours }
                })
            })
            .collect();
        drop(surveys);
        told.sort_by(|one, other| one.survey.cmp(&other.survey));
        told
    }
}

fn hour_of(moment: Moment) -> i64 {
    moment.seconds().div_euclid(3_600)
}

fn oldest(now: i64) -> i64 {
    now - WEEK + 1
}

/// The hours of the week that ends now.
fn recent(hours: &Hours, now: i64) -> impl DoubleEndedIterator<Item = (i64, ArrivalHour)> {
    hours
        .range(oldest(now)..)
        .map(|(&number, &hour)| (number, hour))
}

/// The hours of a survey, the latest first.
fn tell(hours: &[(i64, ArrivalHour)]) -> Vec<HourArrivals> {
    let coarse = |count: u64| count - count % STEP;
    let all = |hour: &ArrivalHour| coarse(hour.counted) + coarse(hour.turned_away);
    let mut sorted: Vec<_> = hours.iter().map(|(_, hour)| all(hour)).collect();
    sorted.sort_unstable();
    let told = hours.iter().rev().map(|(number, hour)| HourArrivals {
        hour: Moment::of_seconds(number.saturating_mul(3_600)),
        counted: coarse(hour.counted),
        turned_away: coarse(hour.turned_away),
        unusual: is_unusual(all(hour), &sorted),
    });
    told.collect()
}

/// Whether so many are far more than the median of the other hours. `sorted` has all hours, this one among them.
fn is_unusual(all: u64, sorted: &[u64]) -> bool {
    let others = sorted.len() - 1;
    let own = sorted.partition_point(|&other| other < all);
    let middle = others / 2;
    let median = sorted.get(if middle < own { middle } else { middle + 1 });
    others >= HOURS && all >= MANY && median.is_some_and(|median| all > TIMES * median)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600;

    /// Notes so many in the hour of that number.
    fn note(arrivals: &Arrivals, survey: &str, hour: i64, arrival: Arrival, count: u64) {
        for _ in 0..count {
            arrivals.note(survey, arrival, Moment::of_seconds(hour * HOUR + 1_799));
        }
    }

    fn told(arrivals: &Arrivals, hour: i64) -> Vec<(i64, u64, u64, bool)> {
        let mut told = arrivals.told(Moment::of_seconds(hour * HOUR));
        let hours = told.pop().map_or_else(Vec::new, |survey| survey.hours);
        assert!(told.is_empty());
        let view = |it: HourArrivals| {
            let hour = it.hour.seconds() / HOUR;
            (hour, it.counted, it.turned_away, it.unusual)
        };
        hours.into_iter().map(view).collect()
    }

    #[test]
    fn nothing_is_told_of_a_single_submission() {
        let arrivals = Arrivals::default();
        for count in 1..=40 {
            note(&arrivals, "tea", 500_000, Arrival::Counted, 1);
            let tens = count / 10 * 10;
            assert_eq!(told(&arrivals, 500_000), [(500_000, tens, 0, false)]);
        }
    }

    #[test]
    fn a_flood_stands_out_of_the_hours_before_it() {
        let arrivals = Arrivals::default();
        for (hour, count) in [(1, 12), (2, 31), (3, 10), (4, 55)] {
            note(&arrivals, "tea", hour, Arrival::Counted, count);
        }
        // Of 10, 10 and 30 the median is 10, and 50 is no more than five times that.
        let usual = [
            (4, 50, 0, false),
            (3, 10, 0, false),
            (2, 30, 0, false),
            (1, 10, 0, false),
        ];
        assert_eq!(told(&arrivals, 4), usual);
        note(&arrivals, "tea", 4, Arrival::TurnedAway, 10);
        assert_eq!(told(&arrivals, 4)[0], (4, 50, 10, true));
        // Two hours are too few to know what is usual.
        let young = Arrivals::default();
        for (hour, count) in [(1, 10), (2, 10), (3, 500)] {
            note(&young, "tea", hour, Arrival::Counted, count);
        }
        assert_eq!(told(&young, 3)[0], (3, 500, 0, false));
    }

    #[test]
    fn a_week_is_remembered() {
        let arrivals = Arrivals::default();
        note(&arrivals, "tea", 1_000, Arrival::Counted, 10);
        assert_eq!(told(&arrivals, 1_000 + WEEK - 1).len(), 1);
        assert!(told(&arrivals, 1_000 + WEEK).is_empty());
        note(&arrivals, "tea", 1_000 + WEEK, Arrival::Counted, 10);
        assert_eq!(arrivals.0.lock()["tea"].len(), 1);
    }

    #[test]
    fn the_memory_is_bounded() {
        let arrivals = Arrivals::default();
        for number in 0..SURVEYS + 100 {
            note(
                &arrivals,
                &format!("survey-{number}"),
                5,
                Arrival::Counted,
                1,
            );
        }
        assert_eq!(arrivals.0.lock().len(), SURVEYS);
        // A week later there is room again.
        note(&arrivals, "tea", 5 + WEEK, Arrival::Counted, 10);
        assert_eq!(told(&arrivals, 5 + WEEK), [(5 + WEEK, 10, 0, false)]);
    }
}
