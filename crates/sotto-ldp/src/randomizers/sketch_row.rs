//! The reports of sketches that send the bits of one row: their form, and counting many of them.

use crate::kernel::{
    Bits, ImpossibleReport, Report, below,
    positional_count::{Row, add_rows},
};

use super::unary_encoding::check_bits;

/// The row of a sketch, and its columns' bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SketchRow {
    /// The hash function, or the cohort of several.
    pub row: u32,
    /// One bit for each column.
    pub bits: Bits,
}

/// How many rows there are to draw from, and how many bits each has.
#[derive(Clone, Copy)]
pub(super) struct RowForm {
    pub(super) rows: u32,
    pub(super) bits: u32,
}

impl RowForm {
    pub(super) fn to_report(self, SketchRow { row, bits }: &SketchRow) -> Report {
        Report::Row(*row, bits.to_bytes(self.bits))
    }

    pub(super) fn longest_report(self) -> Report {
        Report::Row(self.rows - 1, vec![0; self.bits.div_ceil(8) as usize])
    }

    pub(super) fn read(self, report: &Report) -> Result<SketchRow, ImpossibleReport> {
        self.parts(report).map(|(row, bytes)| SketchRow {
            row,
            bits: Bits::from_bytes(bytes),
        })
    }

    fn parts(self, report: &Report) -> Result<(u32, &[u8]), ImpossibleReport> {
        let Report::Row(row, bytes) = report else {
            return Err(report.wrong_form("a row and a bit string"));
        };
        Ok((below(*row, self.rows)?, check_bits(bytes, self.bits)?))
    }

    pub(super) fn add_one(self, output: &SketchRow, sums: &mut [u64]) {
        if let Some(sums) = sums.chunks_mut(self.bits as usize).nth(output.row as usize) {
            output.bits.add_to(sums);
        }
    }

    /// Adds reports to the sums, which count the set bits of each column, row after row.
    pub(super) fn add(self, outputs: &[SketchRow], sums: &mut [u64]) {
        let words = self.bits.div_ceil(64) as usize;
        let whole = outputs
            .iter()
            .filter(|output| output.bits.words.len() == words);
        let parts = whole.map(|output| (output.row, output.bits.words.as_slice()));
        self.add_sorted(parts, sums);
    }

    /// The same for reports that have travelled, all of which are checked before any is counted.
    pub(super) fn add_travelled(
        self,
        reports: &[&Report],
        sums: &mut [u64],
    ) -> Result<(), (usize, ImpossibleReport)> {
        for (index, report) in reports.iter().enumerate() {
            self.parts(report).map_err(|error| (index, error))?;
        }
        let parts = reports.iter().filter_map(|report| self.parts(report).ok());
        self.add_sorted(parts, sums);
        Ok(())
    }

    fn add_sorted<R: Row>(self, outputs: impl Iterator<Item = (u32, R)>, sums: &mut [u64]) {
        let mut sorted = vec![Vec::new(); self.rows as usize];
        for (row, bits) in outputs {
            if let Some(sorted) = sorted.get_mut(row as usize) {
                sorted.push(bits);
            }
        }
        for (rows, sums) in sorted.into_iter().zip(sums.chunks_mut(self.bits as usize)) {
            add_rows(rows, sums);
        }
    }
}
