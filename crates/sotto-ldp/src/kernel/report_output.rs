//! What randomizers draw, and the form in which it travels.

use super::{
    positional_count::add_strings,
    report::{Bits, Report},
    report_shape::ReportShape,
};

/// What a randomizer draws, and sends as a report.
pub trait ReportOutput: Clone {
    /// The form in which it travels.
    fn into_report(self, shape: ReportShape) -> Report;

    /// Reads a report of that shape; `None` for a report of another form.
    fn from_report(report: &Report, shape: ReportShape) -> Option<Self>;

    /// Adds one to the sum of whatever it names: its index, or each of its bits that is set.
    fn add_to(&self, shape: ReportShape, sums: &mut [u64]);

    /// The same of many outputs.
    fn add_all(outputs: &[Self], shape: ReportShape, sums: &mut [u64]) {
        for output in outputs {
            output.add_to(shape, sums);
        }
    }

    /// The same of many reports that have travelled, all of them of that shape.
    fn add_travelled(reports: &[&Report], shape: ReportShape, sums: &mut [u64]) {
        for output in reports
            .iter()
            .filter_map(|report| Self::from_report(report, shape))
        {
            output.add_to(shape, sums);
        }
    }
}

impl ReportOutput for u32 {
    fn into_report(self, _: ReportShape) -> Report {
        Report::Index(self)
    }

    fn from_report(report: &Report, _: ReportShape) -> Option<Self> {
        report.index()
    }

    #[inline]
    fn add_to(&self, _: ReportShape, sums: &mut [u64]) {
        if let Some(sum) = sums.get_mut(*self as usize) {
            *sum += 1;
        }
    }
}

/// The bits themselves, or the subset of those that are set.
impl ReportOutput for Bits {
    fn into_report(self, shape: ReportShape) -> Report {
        match shape {
            ReportShape::Bits { bits } => Report::Bits(self.to_bytes(bits)),
            _ => Report::Indices(self.set_values()),
        }
    }

    fn from_report(report: &Report, shape: ReportShape) -> Option<Self> {
        match (report, shape) {
            (Report::Bits(bytes), ReportShape::Bits { .. }) => Some(Self::from_bytes(bytes)),
            (Report::Indices(values), ReportShape::Subset { below, .. }) => {
                Some(Self::of_values(values, below))
            }
            _ => None,
        }
    }

    fn add_to(&self, shape: ReportShape, sums: &mut [u64]) {
        self.for_each_set(|value| value.add_to(shape, sums));
    }

    fn add_all(outputs: &[Self], _: ReportShape, sums: &mut [u64]) {
        let words = sums.len().div_ceil(64);
        let strings = outputs.iter().map(Self::words);
        add_strings(strings.filter(|string| string.len() == words), sums);
    }

    /// Counts bits and values where they lie, without making `Bits` of them.
    fn add_travelled(reports: &[&Report], shape: ReportShape, sums: &mut [u64]) {
        if let ReportShape::Subset { .. } = shape {
            for report in reports {
                let Report::Indices(values) = report else {
                    continue;
                };
                for value in values {
                    value.add_to(shape, sums);
                }
            }
        } else {
            add_strings(reports.iter().filter_map(|report| report.bytes()), sums);
        }
    }
}
