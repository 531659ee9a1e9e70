//! Reading reports, batch by batch.

use sotto_ldp::{Collector, ProvenReport};

use super::super::{BadLine, InputValues, StreamError, progress::LineProgress, protocol::shown};

/// A batch is counted at once: as many reports as fill some 4 MiB, at most this many.
const BATCH: usize = 4096;

/// Hands over all reports, batch by batch.
pub(super) fn count_all(
    lines: &mut dyn InputValues,
    oracle: &dyn Collector,
    mut count: impl FnMut(&[&ProvenReport]) -> Result<(), BadLine>,
) -> Result<(), StreamError> {
    let longest = oracle.longest_report();
    let size = ((4 << 20) / longest.to_string().len().max(1)).clamp(1, BATCH);
    let mut reports = Vec::with_capacity(size);
    let mut progress = LineProgress::new();
    loop {
        reports.clear();
        while reports.len() < size
            && let Some(line) = lines.next()?
        {
            let Ok(report) = serde_json::from_slice(line) else {
                let bad = BadLine::Unreadable {
                    found: shown(line),
                    expected: longest.description(),
                };
                return Err(lines.bad(bad));
            };
            let proven = oracle.prove(report);
            reports.push(proven.map_err(|error| lines.bad(error.into()))?);
        }
        let batch: Vec<_> = reports.iter().collect();
        count(&batch).map_err(|bad| lines.bad(bad))?;
        if reports.is_empty() {
            return Ok(());
        }
        progress.add(reports.len());
    }
}
