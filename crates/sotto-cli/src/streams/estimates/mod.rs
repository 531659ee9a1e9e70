//! Reports in, estimates out.

mod categories;
mod likelihood;
mod numbers;

use std::io::{BufRead, Write};

use serde::Serialize;
use sotto_ldp::{
    Confidence, Consistency, Epsilon, Intervals, PrivacyLoss, Report, intervals::IntervalMethod,
};

use self::{categories::CategoryEstimates, numbers::NumberEstimates};
use super::{
    BadLine, Format, Protocol, StreamError, Values, output, progress::Progress, protocol::shown,
    values,
};

/// What estimates are to be like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EstimateOptions {
    pub(crate) confidence: Confidence,
    pub(crate) interval: IntervalMethod,
    pub(crate) simultaneous: bool,
    pub(crate) consistency: Consistency,
    /// Whether maximum likelihood is wanted instead of the unbiased estimates.
    pub(crate) likeliest: bool,
}

impl EstimateOptions {
    const fn intervals(&self) -> Intervals {
        Intervals {
            method: self.interval,
            confidence: self.confidence,
            simultaneous: self.simultaneous,
        }
    }

    const fn method(&self) -> &'static str {
        if self.likeliest { "mle" } else { "unbiased" }
    }
}

/// What the reports tell, as it is printed.
#[derive(Debug, Serialize)]
pub(crate) struct Estimates {
    reports: u64,
    mechanism: &'static str,
    epsilon: Epsilon,
    epsilon_actual: PrivacyLoss,
    confidence: f64,
    method: &'static str,
    #[serde(flatten)]
    of: Of,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Of {
    Categories(CategoryEstimates),
    Numbers(NumberEstimates),
}

impl Estimates {
    /// Prints them.
    pub(crate) fn write(&self, format: Format, output: impl Write) -> Result<(), StreamError> {
        if format == Format::Json {
            return output::write_document(self, output);
        }
        let mut table = csv::Writer::from_writer(output);
        let written = match &self.of {
            Of::Categories(estimates) => estimates.write_table(&mut table),
            Of::Numbers(estimates) => estimates.write_table(self.reports, &mut table),
        };
        written
            .map_err(std::io::Error::from)
            .and_then(|()| table.flush())
            .map_err(StreamError::Write)
    }
}

/// Estimates from one report on each line, or in a column of a table. Memory grows with the domain alone; only for the
/// likelihood of mechanisms whose reports support several values it grows with the number of
/// different reports.
pub(crate) fn estimate(
    protocol: &Protocol,
    options: &EstimateOptions,
    column: Option<&str>,
    input: impl BufRead,
) -> Result<Estimates, StreamError> {
    let longest = protocol
        .longest_report()
        .saturating_mul(2)
        .saturating_add(1024);
    let mut lines = values(input, column, longest, "report")?;
    let (reports, of) = match protocol {
        Protocol::Categories(protocol) => {
            let (reports, estimates) = categories::estimate(protocol, options, &mut *lines)?;
            (reports, Of::Categories(estimates))
        }
        Protocol::Numbers(protocol) => {
            let (reports, estimates) = numbers::estimate(protocol, options, &mut *lines)?;
            (reports, Of::Numbers(estimates))
        }
    };
    Ok(Estimates {
        reports,
        mechanism: protocol.mechanism().name(),
        epsilon: protocol.epsilon(),
        epsilon_actual: protocol.privacy_loss(),
        confidence: options.confidence.level(),
        method: options.method(),
        of,
    })
}

/// A batch is counted at once: as many reports as fill some 4 MiB, at most this many.
const BATCH: usize = 4096;

/// Hands over all reports, batch by batch; `count` tells the place of a report that is impossible.
fn count_all(
    lines: &mut dyn Values,
    longest: &Report,
    mut count: impl FnMut(&[Report]) -> Result<(), (usize, BadLine)>,
) -> Result<(), StreamError> {
    let size = ((4 << 20) / longest.to_string().len().max(1)).clamp(1, BATCH);
    let (mut reports, mut numbers) = (Vec::with_capacity(size), Vec::with_capacity(size));
    let mut progress = Progress::new();
    loop {
        reports.clear();
        numbers.clear();
        let ended = read_batch(lines, longest, &mut reports, &mut numbers, size);
        // A report before a bad line may be bad as well: the first one is named.
        count(&reports).map_err(|(place, bad)| StreamError::Line {
            line: numbers.get(place).copied().unwrap_or(0),
            bad,
        })?;
        ended?;
        if reports.is_empty() {
            return Ok(());
        }
        progress.add(reports.len());
    }
}

/// Reads up to `size` reports and the numbers of their lines; none at the end.
fn read_batch(
    lines: &mut dyn Values,
    longest: &Report,
    reports: &mut Vec<Report>,
    numbers: &mut Vec<u64>,
    size: usize,
) -> Result<(), StreamError> {
    while reports.len() < size {
        let Some(line) = lines.next()? else {
            break;
        };
        let Ok(report) = serde_json::from_slice(line) else {
            let bad = BadLine::Unreadable {
                found: shown(line),
                expected: longest.description(),
            };
            return Err(lines.bad(bad));
        };
        reports.push(report);
        numbers.push(lines.number());
    }
    Ok(())
}
