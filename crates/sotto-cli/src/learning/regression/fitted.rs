//! What a regression has found, as it is printed.

use serde::Serialize;
use sotto_ldp::Confidence;
use sotto_learn::regression::RegressionError;

use super::observations::RegressionTable;
use crate::listing::{Alignment, Listing, count, decimals, level, ratio};

use super::super::error::TableError;

/// The coefficients of greatest likelihood.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Regression {
    observations: usize,
    /// The value whose odds are told.
    event: String,
    confidence: f64,
    coefficients: Vec<CoefficientEstimate>,
    log_likelihood: f64,
    steps: u32,
    notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct CoefficientEstimate {
    name: String,
    /// On the scale of log odds.
    estimate: f64,
    standard_error: f64,
    interval: (f64, f64),
    /// By how much the odds of the event are multiplied.
    odds_ratio: f64,
    odds_ratio_interval: (f64, f64),
}

impl RegressionTable {
    /// Fits the model.
    pub(crate) fn fit(self, confidence: Confidence) -> Result<Regression, TableError> {
        let fitted = self.model.fit(&self.observations);
        let fitted = fitted.map_err(|error| match error {
            RegressionError::Separated { coefficient } => TableError::Separated(
                self.coefficients
                    .get(coefficient)
                    .cloned()
                    .unwrap_or_default(),
            ),
            error => TableError::Regression(error),
        })?;
        let rows = self.coefficients.into_iter().zip(&fitted.coefficients);
        let rows = rows.map(|(name, coefficient)| {
            let (low, high) = coefficient.interval(confidence);
            CoefficientEstimate {
                name,
                estimate: coefficient.estimate,
                standard_error: coefficient.standard_error,
                interval: (low, high),
                odds_ratio: coefficient.estimate.exp(),
                odds_ratio_interval: (low.exp(), high.exp()),
            }
        });
        Ok(Regression {
            observations: self.observations.len(),
            event: self.event,
            confidence: confidence.level(),
            coefficients: rows.collect(),
            log_likelihood: fitted.log_likelihood,
            steps: fitted.steps,
            notes: self.notes,
        })
    }
}

impl Regression {
    /// The table that people read.
    pub(crate) fn listing(&self) -> Listing {
        let mut listing = Listing::default();
        listing.line(&format!(
            "Log odds of {}, {} respondents",
            self.event,
            count(self.observations as u64)
        ));
        listing.line("");
        let interval = format!("{} % interval", level(self.confidence));
        let head = [
            ("coefficient", Alignment::Left),
            ("estimate", Alignment::Right),
            ("standard error", Alignment::Right),
            (interval.as_str(), Alignment::Right),
            ("odds ratio", Alignment::Right),
        ];
        let row = |row: &CoefficientEstimate| {
            let error = row.standard_error;
            let (low, high) = row.interval;
            vec![
                row.name.clone(),
                decimals(row.estimate, error),
                decimals(error, error),
                format!("{} to {}", decimals(low, error), decimals(high, error)),
                ratio(row.odds_ratio, error * row.odds_ratio),
            ]
        };
        let rows: Vec<_> = self.coefficients.iter().map(row).collect();
        listing.table(&head, &rows);
        listing.line("");
        listing
            .line("Standard errors come from the observed information: they include sampling and the noise.");
        for note in &self.notes {
            listing.line(note);
        }
        listing
    }
}
