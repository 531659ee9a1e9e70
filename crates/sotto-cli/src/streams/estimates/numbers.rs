//! The mean of numbers and, where the mechanism keeps it, their distribution.

use std::io::Write;

use serde::Serialize;
use sotto_ldp::{
    Estimate,
    numbers::{Decimal, Deconvolution, Grid, MeanEstimate, Smoothing, expectation_maximization},
};

use crate::listing::{Listing, Side, decimals, percent};

use super::{
    super::{NumberProtocol, StreamError, Values},
    counting::count_all,
    options::EstimateOptions,
};

/// At most so many values of a distribution are shown to people.
const FEW: usize = 40;

/// The estimates of a number.
#[derive(Debug, Serialize)]
pub(super) struct NumberEstimates {
    /// Of those who answered.
    mean: Mean,
    /// The share of those who did, where the number could be declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    answered: Option<Answered>,
    /// Of the numbers themselves; `None` where reports tell nothing about it.
    variance: Option<Variance>,
    /// `None` where the mechanism keeps the mean alone.
    distribution: Option<Vec<Share>>,
    #[serde(flatten)]
    shape: Option<Shape>,
}

#[derive(Debug, Serialize)]
struct Mean {
    estimate: f64,
    standard_error: f64,
    interval: (f64, f64),
}

#[derive(Debug, Serialize)]
struct Answered {
    estimate: f64,
    standard_error: f64,
    interval: (f64, f64),
}

#[derive(Debug, Serialize)]
struct Variance {
    estimate: f64,
    standard_error: f64,
}

#[derive(Debug, Serialize)]
struct Share {
    value: Decimal,
    share: f64,
}

/// What is read off the distribution.
#[derive(Debug, Serialize)]
struct Shape {
    quartiles: [Option<Decimal>; 3],
    /// Whether more steps would have changed the distribution by no more than noise.
    converged: bool,
}

pub(super) fn estimate(
    protocol: &NumberProtocol,
    options: &EstimateOptions,
    lines: &mut dyn Values,
) -> Result<(u64, NumberEstimates), StreamError> {
    let (oracle, grid) = (&*protocol.oracle, &protocol.grid);
    let density = oracle.density();
    let mut counts = oracle.empty_counts();
    count_all(lines, oracle, |reports| {
        Ok(oracle.accumulate_all(reports, &mut counts)?)
    })?;
    let mean = oracle.estimate_mean(&counts, grid, options.confidence)?;
    let answered = if protocol.declinable {
        let declined = oracle.estimate_declined(&counts, options.intervals())?;
        Some(declined.complement())
    } else {
        None
    };
    let smoothing = if options.likeliest {
        Smoothing::None
    } else {
        Smoothing::Binomial
    };
    let recovered =
        density.and_then(|density| expectation_maximization(density, &counts, smoothing));
    let recovered = recovered.and_then(|found| {
        let distribution = found.distribution.among(grid.cells())?;
        Some(Deconvolution {
            distribution,
            ..found
        })
    });
    Ok((
        counts.reports(),
        NumberEstimates::new(&mean, answered, grid, recovered.as_ref()),
    ))
}

impl NumberEstimates {
    fn new(
        mean: &MeanEstimate,
        answered: Option<Estimate>,
        grid: &Grid,
        recovered: Option<&Deconvolution>,
    ) -> Self {
        let shares = |found: &Deconvolution| {
            let values = (0..).map_while(|cell| grid.value(cell));
            values
                .zip(found.distribution.shares())
                .map(|(value, &share)| Share { value, share })
                .collect()
        };
        let shape = |found: &Deconvolution| Shape {
            quartiles: [0.25, 0.5, 0.75].map(|level| {
                let cell = found.distribution.quantile(level)?;
                grid.value(cell)
            }),
            converged: found.converged,
        };
        Self {
            mean: Mean {
                estimate: mean.mean,
                standard_error: mean.standard_error,
                interval: mean.interval,
            },
            answered: answered.map(|answered| Answered {
                estimate: answered.share,
                standard_error: answered.standard_error,
                interval: answered.interval,
            }),
            variance: mean.variance.map(|variance| Variance {
                estimate: variance.variance,
                standard_error: variance.standard_error,
            }),
            distribution: recovered.map(shares),
            shape: recovered.map(shape),
        }
    }

    /// Adds fields and a table for people.
    pub(super) fn show(&self, interval: &str, listing: &mut Listing) {
        let Mean {
            estimate,
            standard_error: error,
            interval: (low, high),
        } = self.mean;
        let mut fields = vec![
            ("mean", decimals(estimate, error)),
            (
                interval,
                format!("{} to {}", decimals(low, error), decimals(high, error)),
            ),
        ];
        let answered = self.answered.as_ref().map(|answered| {
            let error = answered.standard_error;
            let [share, low, high] = [answered.estimate, answered.interval.0, answered.interval.1]
                .map(|share| percent(share, error));
            format!("{share}, {interval} {low} to {high}; the mean is theirs")
        });
        fields.extend(answered.map(|answered| ("answered", answered)));
        if let Some(variance) = &self.variance {
            let text = decimals(variance.estimate, variance.standard_error);
            let error = decimals(variance.standard_error, variance.standard_error);
            fields.push(("variance", format!("{text}, standard error {error}")));
        }
        if let Some(shape) = &self.shape {
            let quartiles = shape.quartiles.iter();
            let quartiles: Vec<_> = quartiles
                .map(|value| value.map_or_else(|| "–".to_owned(), |value| value.to_string()))
                .collect();
            fields.push(("quartiles", quartiles.join(", ")));
        }
        listing.fields(&fields);
        let Some(distribution) = &self.distribution else {
            return;
        };
        listing.line("");
        let row = |share: &Share| vec![share.value.to_string(), percent(share.share, 0.01)];
        let rows: Vec<_> = distribution.iter().take(FEW).map(row).collect();
        listing.table(&[("value", Side::Right), ("share", Side::Right)], &rows);
        if distribution.len() > FEW {
            listing.line(&format!(
                "{} more values: see --format json",
                distribution.len() - FEW
            ));
        }
    }

    pub(super) fn write_table<W: Write>(
        &self,
        reports: u64,
        table: &mut csv::Writer<W>,
    ) -> csv::Result<()> {
        table.write_record([
            "statistic",
            "value",
            "estimate",
            "standard_error",
            "low",
            "high",
        ])?;
        let mut row = |name: &str, value: String, numbers: [Option<f64>; 4]| {
            let numbers = numbers.map(|number| number.map_or(String::new(), |n| n.to_string()));
            let [estimate, error, low, high] = numbers;
            table.write_record([name.to_owned(), value, estimate, error, low, high])
        };
        let none = String::new;
        row("reports", reports.to_string(), [None; 4])?;
        let Mean {
            estimate,
            standard_error,
            interval: (low, high),
        } = self.mean;
        let mean = [estimate, standard_error, low, high].map(Some);
        row("mean", none(), mean)?;
        if let Some(answered) = &self.answered {
            let (low, high) = answered.interval;
            let numbers = [answered.estimate, answered.standard_error, low, high];
            row("answered", none(), numbers.map(Some))?;
        }
        if let Some(variance) = &self.variance {
            let Variance {
                estimate,
                standard_error,
            } = variance;
            row(
                "variance",
                none(),
                [Some(*estimate), Some(*standard_error), None, None],
            )?;
        }
        for Share { value, share } in self.distribution.iter().flatten() {
            row("share", value.to_string(), [Some(*share), None, None, None])?;
        }
        Ok(())
    }
}
