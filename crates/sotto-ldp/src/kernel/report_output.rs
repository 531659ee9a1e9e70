//! What randomizers draw, and the form in which it travels.

use super::{
    report::{Bits, Report},
    report_shape::ReportShape,
};

/// What a randomizer draws, and sends as a report.
pub trait ReportOutput: Clone {
    /// The form in which it travels.
    fn into_report(self, shape: ReportShape) -> Report;

    /// Reads a report of that shape; `None` for a report of another form.
    fn from_report(report: &Report, shape: ReportShape) -> Option<Self>;
}

impl ReportOutput for u32 {
    fn into_report(self, _: ReportShape) -> Report {
        Report::Index(self)
    }

    fn from_report(report: &Report, _: ReportShape) -> Option<Self> {
        report.index()
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
}
