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
        Report::Row(self.row, self.bits.to_bytes(bits_of(shape)))
    }

    fn from_report(report: &Report, _: ReportShape) -> Option<Self> {
        let (row, bytes) = report.row()?;
        Some(Self {
            row,
            bits: Bits::from_bytes(bytes),
        })
    }

    /// There is a sum for each column, row after row.
    fn add_to(&self, shape: ReportShape, sums: &mut [u64]) {
        let mut rows = sums.chunks_mut(bits_of(shape) as usize);
        if let Some(sums) = rows.nth(self.row as usize) {
            self.bits.add_to(shape, sums);
        }
    }

    fn add_all(outputs: &[Self], shape: ReportShape, sums: &mut [u64]) {
        let parts = outputs.iter().map(|one| (one.row, one.bits.words()));
        add_rows(parts, shape, sums);
    }

    /// Counts bits where they lie, without making `Bits` of them.
    fn add_travelled(reports: &[&Report], shape: ReportShape, sums: &mut [u64]) {
        let parts = reports.iter().filter_map(|report| report.row());
        add_rows(parts, shape, sums);
    }
}

/// The number of columns in that shape.
const fn bits_of(shape: ReportShape) -> u32 {
    match shape {
        ReportShape::Row { bits, .. } => bits,
        _ => u32::MAX,
    }
}

/// Adds rows and their bits to the sums.
fn add_rows<B: BitString>(
    reports: impl Iterator<Item = (u32, B)>,
    shape: ReportShape,
    sums: &mut [u64],
) {
    let rows = sums.chunks_mut(bits_of(shape) as usize);
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
