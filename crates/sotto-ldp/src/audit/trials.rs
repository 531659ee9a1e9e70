//! Drawing reports of some inputs, to choose an event by and to judge it by fresh ones.

use super::{
    event::ReportEvent,
    outcome::{AuditError, BlackBoxAudit},
};
use crate::{
    estimation::binomial::{lower_bound, upper_bound},
    kernel::{Confidence, ImpossibleReport, OutsideDomain, Report},
};

/// Some inputs, and as many reports of each.
pub(super) struct Trials {
    inputs: Vec<u32>,
    /// Reports of each input.
    of_each: u64,
    confidence: Confidence,
}

impl Trials {
    pub(super) fn new(
        inputs: Vec<u32>,
        of_each: u64,
        confidence: Confidence,
    ) -> Result<Self, AuditError> {
        if of_each == 0 {
            return Err(AuditError::NoTrials);
        }
        Ok(Self {
            inputs,
            of_each,
            confidence,
        })
    }

    pub(super) fn inputs(&self) -> &[u32] {
        &self.inputs
    }

    /// What ε is at least when an event was seen so often under one input and another.
    pub(super) fn bound(&self, (frequent, rare): (u64, u64)) -> f64 {
        let tail = self.confidence.significance() / 2.0;
        let least = lower_bound(self.of_each, frequent, tail);
        (least / upper_bound(self.of_each, rare, tail))
            .ln()
            .max(0.0)
    }

    /// Hands over the reports of every input, with its index.
    pub(super) fn draw(
        &self,
        client: &mut impl FnMut(u32) -> Result<Report, OutsideDomain>,
        mut add: impl FnMut(usize, &Report) -> Result<(), ImpossibleReport>,
    ) -> Result<(), AuditError> {
        for (index, &input) in self.inputs.iter().enumerate() {
            for _ in 0..self.of_each {
                add(index, &client(input)?)?;
            }
        }
        Ok(())
    }

    /// Judges an event by fresh reports of two inputs.
    pub(super) fn judge(
        &self,
        event: ReportEvent,
        (first, second): (usize, usize),
        mut client: impl FnMut(u32) -> Result<Report, OutsideDomain>,
        holds: impl Fn(&ReportEvent, &Report) -> Result<bool, ImpossibleReport>,
    ) -> Result<BlackBoxAudit, AuditError> {
        let inputs = (self.inputs[first], self.inputs[second]);
        let mut seen = [0; 2];
        for (count, input) in seen.iter_mut().zip([inputs.0, inputs.1]) {
            for _ in 0..self.of_each {
                *count += u64::from(holds(&event, &client(input)?)?);
            }
        }
        let seen = (seen[0], seen[1]);
        Ok(BlackBoxAudit {
            epsilon: self.bound(seen),
            confidence: self.confidence,
            event,
            inputs,
            seen,
            trials: self.of_each,
        })
    }
}
