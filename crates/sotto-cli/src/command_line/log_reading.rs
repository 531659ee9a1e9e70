//! A public log, read from its first line to its last in memory that does not grow with it.

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use sotto_api::{
    Status,
    client::{Client, ClientError},
    public_log::{LogEntry, LogHead, LogRange, LogTree, entries_of_bundle},
};
use sotto_log as log;
use sotto_survey::Identifier;
use thiserror::Error;

/// Other lines of a survey that are shown; the rest is counted.
const MOST_OTHERS: usize = 100;

/// A log that takes longer than a few requests is announced.
const SHORT: u64 = 10_000;

#[derive(Debug, Error)]
pub(super) enum LogReadingError {
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error("the log's lines {path} cannot be read: the collector gave something else")]
    Bundle { path: String },
    #[error(
        "the log's lines do not add up to the head that the collector signed: it shows other lines than it signed for"
    )]
    Altered,
    #[error(
        "the log claims {} lines, which {}; at most {} are read. If that number can be right, read them with --at-most {claims}",
        HumanCount(*claims), extent(*claims), HumanCount(*most)
    )]
    TooLong { claims: u64, most: u64 },
}

/// What to look for in the log: a survey as it is given out, and the key under which it sells tokens.
#[derive(Debug)]
pub(super) struct Sought {
    pub(super) id: Identifier,
    pub(super) status: Status,
    survey: LogEntry,
    key: Option<LogEntry>,
}

/// What of it was found.
#[derive(Debug, Default)]
pub(super) struct LogFindings {
    /// The survey's line, from 0.
    pub(super) line: Option<u64>,
    /// Whether the key's line is there, or need not be.
    pub(super) has_key: bool,
    /// The first of the survey's other lines.
    pub(super) others: Vec<LogEntry>,
    /// How many more there are.
    pub(super) more: u64,
}

/// What a log was found to hold.
#[derive(Debug)]
pub(super) struct LogReading {
    /// The root of the tree of as many lines as were asked for.
    pub(super) earlier_root: Option<[u8; 32]>,
    /// Of each survey that was sought, in that order.
    pub(super) found: Vec<LogFindings>,
}

impl Sought {
    pub(super) fn new(id: Identifier, status: Status) -> Self {
        let survey = LogEntry::survey(id.as_str(), status.version, &status.pin);
        let key = status.issuing_key.as_deref();
        let key = key.map(|key| LogEntry::issuing_key(id.as_str(), key));
        Self {
            id,
            status,
            survey,
            key,
        }
    }
}

impl LogFindings {
    fn look_at(&mut self, line: u64, entry: &LogEntry, sought: &Sought) {
        if !entry.is_of(sought.id.as_str()) {
            return;
        }
        self.has_key |= sought.key.as_ref() == Some(entry);
        if *entry == sought.survey {
            self.line.get_or_insert(line);
        } else if self.others.len() < MOST_OTHERS {
            self.others.push(entry.clone());
        } else {
            self.more += 1;
        }
    }
}

/// Reads every line of the log, which have to add up to its head.
pub(super) async fn read_log(
    client: &Client,
    head: &LogHead,
    at_most: u64,
    earlier: Option<u64>,
    sought: &[Sought],
) -> Result<LogReading, LogReadingError> {
    let claims = head.size;
    if claims > at_most {
        let most = at_most;
        return Err(LogReadingError::TooLong { claims, most });
    }
    let progress = progress(claims);
    let mut range = LogRange::default();
    let root_of = |range: &LogRange| (earlier == Some(range.size())).then(|| range.root());
    let mut earlier_root = root_of(&range);
    let of = |one: &Sought| LogFindings {
        has_key: one.key.is_none(),
        ..LogFindings::default()
    };
    let mut found: Vec<LogFindings> = sought.iter().map(of).collect();
    for (path, width) in LogTree::bundles(claims) {
        let bundle = client.log_tile(&path).await?;
        let entries =
            entries_of_bundle(&bundle, width).ok_or_else(|| LogReadingError::Bundle { path })?;
        for entry in entries {
            for (found, sought) in found.iter_mut().zip(sought) {
                found.look_at(range.size(), &entry, sought);
            }
            range.push(&entry);
            earlier_root = earlier_root.or_else(|| root_of(&range));
        }
        progress.set_position(range.size());
    }
    progress.finish_and_clear();
    if range.root() == head.root {
        Ok(LogReading {
            earlier_root,
            found,
        })
    } else {
        Err(LogReadingError::Altered)
    }
}

/// Says how long a long log takes; the bar is shown only where standard error is a terminal.
fn progress(lines: u64) -> ProgressBar {
    if lines <= SHORT {
        return ProgressBar::hidden();
    }
    let extent = extent(lines);
    let lines_in_words = HumanCount(lines);
    log::say(format_args!("reading {lines_in_words} lines: it {extent}"));
    let bar = ProgressBar::new(lines);
    let template = "{human_pos} of {human_len} lines, {elapsed}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// How much is fetched, at most.
fn extent(lines: u64) -> String {
    let requests = HumanCount(lines.div_ceil(LogTree::FULL));
    let bytes = lines.saturating_mul(LogEntry::LONGEST as u64 + 2);
    let megabytes = HumanCount(bytes.div_ceil(1_000_000));
    format!("takes {requests} requests and up to {megabytes} MB")
}
