//! What happened to the rows and the submissions, in numbers and words.

use std::{collections::BTreeMap, fmt, time::Duration};

use indicatif::HumanCount;

use super::error::UnusableRow;
use sotto_api::Outcome;
use sotto_ldp::float;

/// What a simulation did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SimulationSummary {
    /// Rows read, the header not counted.
    pub(crate) rows: u64,
    /// Rows skipped because they do not answer the survey, by question and reason.
    pub(crate) skipped: BTreeMap<String, u64>,
    /// Answers declined because a row had no value, by question.
    pub(crate) declined: BTreeMap<String, u64>,
    /// Submissions counted now.
    pub(crate) counted: u64,
    /// Submissions that had been counted before.
    pub(crate) counted_before: u64,
    /// Submissions refused.
    pub(crate) refused: u64,
    /// Why the first was refused.
    pub(crate) first_refusal: Option<String>,
    /// The time from the first row to the last answer.
    pub(crate) elapsed: Duration,
}

impl SimulationSummary {
    /// All rows skipped.
    pub(crate) fn skipped_rows(&self) -> u64 {
        self.skipped.values().sum()
    }

    /// All submissions answered.
    pub(crate) const fn submissions(&self) -> u64 {
        self.counted + self.counted_before + self.refused
    }

    pub(crate) fn skip(&mut self, bad: &UnusableRow) {
        *self.skipped.entry(bad.kind()).or_default() += 1;
    }

    pub(crate) fn declines(&mut self, names: Vec<String>) {
        for name in names {
            *self.declined.entry(name).or_default() += 1;
        }
    }

    pub(crate) const fn received(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Counted => self.counted += 1,
            Outcome::CountedBefore => self.counted_before += 1,
        }
    }

    pub(crate) fn refused(&mut self, error: &impl fmt::Display) {
        self.refused += 1;
        self.first_refusal.get_or_insert_with(|| error.to_string());
    }
}

impl fmt::Display for SimulationSummary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let skipped = self.skipped_rows();
        writeln!(
            out,
            "{} rows read, {} skipped",
            HumanCount(self.rows),
            HumanCount(skipped)
        )?;
        for (kind, &count) in &self.skipped {
            writeln!(out, "  {:>9}  {kind}", HumanCount(count).to_string())?;
        }
        for (question, &count) in &self.declined {
            let count = HumanCount(count).to_string();
            writeln!(
                out,
                "  {count:>9}  {question}: declined, as there is no value"
            )?;
        }
        write!(
            out,
            "{} submissions: {} counted, {} counted before, {} refused",
            HumanCount(self.submissions()),
            HumanCount(self.counted),
            HumanCount(self.counted_before),
            HumanCount(self.refused)
        )?;
        if let Some(reason) = &self.first_refusal {
            write!(out, "\nThe first refusal: {reason}")?;
        }
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a rate for people, far below 2⁵³"
            )]
            let rate = (float(self.submissions()) / seconds) as u64;
            write!(
                out,
                "\n{seconds:.1} s, {} submissions a second",
                HumanCount(rate)
            )?;
        }
        Ok(())
    }
}
