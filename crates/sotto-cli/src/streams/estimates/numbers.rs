//! The mean of numbers and, where the mechanism keeps it, their distribution.

use std::io::Write;

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde::Serialize;
use sotto_ldp::{
    Estimate,
    maximum_likelihood::{self, Convergence},
    numbers::{
        BoundedDistribution, Decimal, Distribution, Grid, MeanEstimate, Smoothing,
        expectation_maximization,
    },
};

use crate::listing::{Alignment, Listing, decimals, percent};

use super::{
    super::{InputValues, NumberProtocol, StreamError},
    counting::count_all,
    options::{EstimateOptions, ShareMethod},
};

/// The quantiles that are told.
const QUARTILES: [f64; 3] = [0.25, 0.5, 0.75];

/// At most so many values of a distribution are shown to people.
const FEW: usize = 40;

/// Within a thousandth of the maximum of log-likelihood: with as many values as there are here, further
/// steps change nothing that is printed.
const MAXIMUM: Convergence = Convergence::Maximum {
    tolerance: 1e-3,
    steps: 20_000,
};

/// The estimates of a number.
#[derive(Debug, Serialize)]
pub(super) struct NumberEstimates {
    /// Of those who answered.
    mean: Mean,
    /// The share of those who did, where the number could be declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    answered: Option<AnsweredShare>,
    /// Of the numbers themselves; `None` where reports tell nothing about it.
    variance: Option<Variance>,
    /// `None` where the mechanism keeps the mean alone.
    distribution: Option<Vec<PrintedShare>>,
    #[serde(flatten)]
    shape: Option<DistributionShape>,
}

#[derive(Debug, Serialize)]
struct Mean {
    estimate: f64,
    standard_error: f64,
    interval: (f64, f64),
}

#[derive(Debug, Serialize)]
struct AnsweredShare {
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
struct PrintedShare {
    value: Decimal,
    share: f64,
}

/// What is read off the distribution.
#[derive(Debug, Serialize)]
struct DistributionShape {
    quartiles: [Option<Decimal>; 3],
    /// The least and the greatest that the reports do not speak against, whatever the shape is.
    quartile_intervals: [Option<(Decimal, Decimal)>; 3],
    /// Whether more steps would have changed the distribution by no more than noise; of maximum likelihood,
    /// whether the maximum was reached.
    converged: bool,
}

pub(super) fn estimate(
    protocol: &NumberProtocol,
    options: &EstimateOptions,
    lines: &mut dyn InputValues,
) -> Result<(u64, NumberEstimates), StreamError> {
    let (oracle, grid) = (&*protocol.oracle, &protocol.grid);
    let density = oracle.density();
    let mut counts = oracle.empty_counts();
    count_all(lines, oracle, |reports| {
        Ok(oracle.accumulate_all(reports, &mut counts)?)
    })?;
    let how = (options.interval.population(), options.confidence);
    let mean = oracle.estimate_mean(&counts, grid, how)?;
    let answered = if protocol.declinable {
        let declined = oracle.estimate_declined(&counts, options.intervals())?;
        Some(declined.complement())
    } else {
        None
    };
    let recovered = match (density, options.method) {
        (None, _) => None,
        (Some(density), ShareMethod::Mle) => {
            let fit = maximum_likelihood::numbers(density, &counts, MAXIMUM)?;
            Distribution::of_weights(fit.shares).map(|found| (found, fit.converged))
        }
        (Some(density), ShareMethod::Unbiased | ShareMethod::Smoothed) => {
            expectation_maximization(density, &counts, Smoothing::Binomial)
                .map(|found| (found.distribution, found.converged))
        }
    };
    let recovered = recovered.and_then(|(distribution, converged)| {
        let among = distribution.among(grid.cells())?;
        Some((among, converged))
    });
    // Whoever has the reports can draw the same numbers: nothing here is secret.
    let mut rng = ChaCha20Rng::seed_from_u64(counts.reports());
    let bounds = density.filter(|_| recovered.is_some()).and_then(|density| {
        BoundedDistribution::new(density, &counts, options.confidence, &mut rng)
    });
    Ok((
        counts.reports(),
        NumberEstimates::new(&mean, answered, grid, (recovered.as_ref(), bounds.as_ref())),
    ))
}

impl NumberEstimates {
    fn new(
        mean: &MeanEstimate,
        answered: Option<Estimate>,
        grid: &Grid,
        (recovered, bounds): (Option<&(Distribution, bool)>, Option<&BoundedDistribution>),
    ) -> Self {
        let quartile_interval = |level: f64| {
            let (low, high) = bounds?.quantile(level)?.interval;
            grid.value(low).zip(grid.value(high))
        };
        let shares = |(distribution, _): &(Distribution, bool)| {
            let values = (0..).map_while(|cell| grid.value(cell));
            values
                .zip(distribution.shares())
                .map(|(value, &share)| PrintedShare { value, share })
                .collect()
        };
        let shape = |(distribution, converged): &(Distribution, bool)| DistributionShape {
            quartiles: QUARTILES.map(|level| {
                let cell = distribution.quantile(level)?;
                grid.value(cell)
            }),
            quartile_intervals: QUARTILES.map(quartile_interval),
            converged: *converged,
        };
        Self {
            mean: Mean {
                estimate: mean.mean,
                standard_error: mean.standard_error,
                interval: mean.interval,
            },
            answered: answered.map(|answered| AnsweredShare {
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
            let quartiles = shape.quartiles.iter().zip(&shape.quartile_intervals);
            let told = |(value, interval): (&Option<Decimal>, &Option<(Decimal, Decimal)>)| {
                // Of few reports a quartile without its interval misleads.
                match (value, interval) {
                    (Some(value), Some((low, high))) => format!("{value} ({low} to {high})"),
                    _ => "–".to_owned(),
                }
            };
            let quartiles: Vec<_> = quartiles.map(told).collect();
            fields.push(("quartiles, with intervals", quartiles.join(", ")));
        }
        listing.fields(&fields);
        let Some(distribution) = &self.distribution else {
            return;
        };
        listing.line("");
        let row = |share: &PrintedShare| vec![share.value.to_string(), percent(share.share, 0.01)];
        let rows: Vec<_> = distribution.iter().take(FEW).map(row).collect();
        listing.table(
            &[("value", Alignment::Right), ("share", Alignment::Right)],
            &rows,
        );
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
        for PrintedShare { value, share } in self.distribution.iter().flatten() {
            row("share", value.to_string(), [Some(*share), None, None, None])?;
        }
        Ok(())
    }
}
