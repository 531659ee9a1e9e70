//! What an operator's monitoring may know, in the text format of Prometheus.
//!
//! Monitoring stores what it reads, with times. So what moves with respondents is coarse: the page
//! is made anew at most once a minute, counters are rounded down to tens, and nothing is told by
//! survey, address or browser. A stored history says in which minute the last of ten requests came,
//! and not whose it was.

use std::{
    fmt::Write,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use parking_lot::Mutex;

/// How long a page is given out.
const PAGE: Duration = Duration::from_mins(1);
/// What counters are rounded down to a multiple of.
const STEP: u64 = 10;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetricEvent {
    /// A submission was counted.
    Counted,
    /// A submission was not counted, or had been before.
    NotCounted,
    /// A request was answered.
    Answered,
    /// A request was refused for what it said.
    Refused,
    /// A request was refused for how many there were.
    Limited,
    /// A request failed for a reason of the collector's own.
    Failed,
}

/// A counter's name, its words, and what it counts under which label.
type Family = (
    &'static str,
    &'static str,
    &'static [(MetricEvent, &'static str)],
);

const FAMILIES: [Family; 2] = [
    (
        "sotto_submissions_total",
        "Submissions that arrived, in tens",
        &[
            (MetricEvent::Counted, "counted"),
            (MetricEvent::NotCounted, "not-counted"),
        ],
    ),
    (
        "sotto_requests_total",
        "Requests to the API, in tens",
        &[
            (MetricEvent::Answered, "answered"),
            (MetricEvent::Refused, "refused"),
            (MetricEvent::Limited, "limited"),
            (MetricEvent::Failed, "failed"),
        ],
    ),
];

/// Counters, in memory since the start.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    counters: [AtomicU64; 6],
    page: Mutex<Option<(Instant, String)>>,
}

impl Metrics {
    pub(crate) fn count(&self, event: MetricEvent) {
        if let Some(counter) = self.counters.get(event as usize) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The page of at most a minute ago, if there is one.
    pub(crate) fn page(&self, now: Instant) -> Option<String> {
        let page = self.page.lock();
        page.as_ref()
            .filter(|(made, _)| now.saturating_duration_since(*made) < PAGE)
            .map(|(_, text)| text.clone())
    }

    /// Makes the page; `writable`: whether the database takes what is written, `unreadable`: how many rows of
    /// it cannot be read, so that what they are of is left out.
    pub(crate) fn make_page(
        &self,
        now: Instant,
        connections: usize,
        writable: bool,
        unreadable: usize,
    ) -> String {
        let mut text = String::new();
        let mut family = |name: &str, kind: &str, help: &str, lines: &[(String, u64)]| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "# HELP {name} {help}.\n# TYPE {name} {kind}");
            for (labels, value) in lines {
                let _ = writeln!(text, "{name}{labels} {value}");
            }
        };
        let version = format!("{{version=\"{}\"}}", env!("CARGO_PKG_VERSION"));
        family("sotto_build_info", "gauge", "The program", &[(version, 1)]);
        let writable = [(String::new(), u64::from(writable))];
        let help = "Whether the database takes what is written";
        family("sotto_database_writable", "gauge", help, &writable);
        let unreadable = [(String::new(), u64::try_from(unreadable).unwrap_or(u64::MAX))];
        let help = "Rows of the database that cannot be read: what they are of is left out";
        family("sotto_unreadable_rows", "gauge", help, &unreadable);
        let connections = coarse(u64::try_from(connections).unwrap_or(u64::MAX));
        let help = "Connections open now, in tens";
        family(
            "sotto_connections",
            "gauge",
            help,
            &[(String::new(), connections)],
        );
        for (name, help, events) in FAMILIES {
            let lines: Vec<_> = events
                .iter()
                .map(|(event, outcome)| {
                    let count = self
                        .counters
                        .get(*event as usize)
                        .map_or(0, |counter| counter.load(Ordering::Relaxed));
                    (format!("{{outcome=\"{outcome}\"}}"), coarse(count))
                })
                .collect();
            family(name, "counter", help, &lines);
        }
        *self.page.lock() = Some((now, text.clone()));
        text
    }
}

fn coarse(count: u64) -> u64 {
    count - count % STEP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_submission_cannot_be_seen() {
        let metrics = Metrics::default();
        let start = Instant::now();
        let counted = |text: &str| {
            let line = "sotto_submissions_total{outcome=\"counted\"} ";
            let found = text.lines().find_map(|text| text.strip_prefix(line));
            found.unwrap().parse::<u64>().unwrap()
        };
        for number in 0..40_u64 {
            let text = metrics.make_page(start, 7, true, 0);
            assert_eq!(counted(&text), number / 10 * 10);
            assert!(text.contains("\nsotto_connections 0\n"), "{text}");
            metrics.count(MetricEvent::Counted);
        }
        // And the page stands for a minute.
        let page = metrics.page(start).unwrap();
        metrics.count(MetricEvent::Counted);
        assert_eq!(metrics.page(start + PAGE / 2).unwrap(), page);
        assert_eq!(metrics.page(start + PAGE), None);
    }

    #[test]
    fn the_page_is_in_the_format_of_prometheus() {
        let metrics = Metrics::default();
        for event in [MetricEvent::Counted, MetricEvent::Failed] {
            for _ in 0..10 {
                metrics.count(event);
            }
        }
        let text = metrics.make_page(Instant::now(), 25, false, 2);
        for line in [
            "# TYPE sotto_submissions_total counter",
            "sotto_submissions_total{outcome=\"counted\"} 10",
            "sotto_submissions_total{outcome=\"not-counted\"} 0",
            "sotto_requests_total{outcome=\"failed\"} 10",
            "sotto_connections 20",
            "sotto_database_writable 0",
            "sotto_unreadable_rows 2",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
        for line in text.lines() {
            let is_comment = line.starts_with("# HELP ") || line.starts_with("# TYPE ");
            let is_sample = line
                .rsplit_once(' ')
                .is_some_and(|(name, value)| !name.contains(' ') && value.parse::<u64>().is_ok());
            assert!(is_comment || is_sample, "{line}");
        }
    }
}
