//! The mean of numbers and, where the mechanism keeps it, their distribution.

use std::io::Write;

use serde::Serialize;
use sotto_ldp::{
    EstimateError,
    numbers::{Decimal, Deconvolution, Grid, MeanEstimate, Smoothing, expectation_maximization},
};

use super::{
    super::{NumberProtocol, StreamError, Values},
    EstimateOptions, count_all,
};

/// The estimates of a number.
#[derive(Debug, Serialize)]
pub(super) struct NumberEstimates {
    mean: Mean,
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
    let (randomizer, grid) = (&*protocol.randomizer, &protocol.grid);
    let longest = randomizer.longest_report();
    let density = randomizer.density();
    // Without a distribution to be recovered a few sums do.
    let mut sums = randomizer.empty_sums();
    let mut counts = density.map(|_| randomizer.empty_counts());
    count_all(lines, &longest, |reports| {
        for (place, report) in reports.iter().enumerate() {
            match &mut counts {
                Some(counts) => randomizer.count(report, counts),
                None => randomizer.accumulate(report, &mut sums),
            }
            .map_err(|error| (place, error.into()))?;
        }
        Ok(())
    })?;
    if let Some(counts) = &counts {
        sums = randomizer.sums_of_counts(counts);
    }
    let mean = randomizer
        .estimate_mean(&sums, grid, options.confidence)
        .ok_or(EstimateError::NoReports)?;
    let smoothing = if options.likeliest {
        Smoothing::None
    } else {
        Smoothing::Binomial
    };
    let recovered = density
        .zip(counts.as_ref())
        .and_then(|(density, counts)| expectation_maximization(density, counts, smoothing));
    Ok((
        sums.reports(),
        NumberEstimates::new(&mean, grid, recovered.as_ref()),
    ))
}

impl NumberEstimates {
    fn new(mean: &MeanEstimate, grid: &Grid, recovered: Option<&Deconvolution>) -> Self {
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
            variance: mean.variance.map(|variance| Variance {
                estimate: variance.variance,
                standard_error: variance.standard_error,
            }),
            distribution: recovered.map(shares),
            shape: recovered.map(shape),
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
