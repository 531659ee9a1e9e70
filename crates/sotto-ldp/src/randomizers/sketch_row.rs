//! The reports of sketches that send the bits of one row, and counting many of them.

use crate::kernel::{
    Bits, Report, ReportOutput, ReportShape,
    positional_count::{BitString, add_strings},
};

/// The row of a sketch, and its columns' bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SketchRow {
    /// The hash function, or the cohort of several.
    pub row: u32,
    /// One bit for each column.
    pub bits: Bits,
}

impl ReportOutput for SketchRow {
    fn into_report(self, shape: ReportShape) -> Report {
        let bits = match shape {
            ReportShape::Row { bits, .. } => bits,
            _ => u32::MAX,
        };
        Report::Row(self.row, self.bits.to_bytes(bits))
    }

    fn from_report(report: &Report, _: ReportShape) -> Option<Self> {
        let (row, bytes) = report.row()?;
        Some(Self {
            row,
            bits: Bits::from_bytes(bytes),
        })
    }
}

impl SketchRow {
    /// Adds one to the sum of each column whose bit is set, in rows of `bits` sums.
    pub(super) fn add_to(&self, bits: u32, sums: &mut [u64]) {
        if let Some(sums) = sums.chunks_mut(bits as usize).nth(self.row as usize) {
            self.bits.add_to(sums);
        }
    }

    /// The row, and its bits where they lie.
    pub(super) fn parts(&self) -> (u32, &[u64]) {
        (self.row, self.bits.words())
    }
}

/// Adds reports of `bits` bits to the sums, which count the set bits of each column, row after row.
pub(super) fn add_rows_of<B: BitString>(
    bits: u32,
    reports: impl IntoIterator<Item = (u32, B)>,
    sums: &mut [u64],
) {
    let rows = sums.chunks_mut(bits as usize);
    let mut sorted = vec![Vec::new(); rows.len()];
    for (row, string) in reports {
        if let Some(strings) = sorted.get_mut(row as usize) {
            strings.push(string);
        }
    }
    for (strings, sums) in sorted.into_iter().zip(rows) {
        add_strings(strings, sums);
    }
}

/// The same for reports that have travelled, without making `Bits` of them.
pub(super) fn add_travelled_rows(bits: u32, reports: &[&Report], sums: &mut [u64]) {
    add_rows_of(bits, reports.iter().filter_map(|report| report.row()), sums);
}
