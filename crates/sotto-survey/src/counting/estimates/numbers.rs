//! Means and distributions of numbers, of those who gave one.
//!
//! A number's report has a cell for those who decline, from which the mechanism's own estimator tells the
//! mean of those who answered, and their share.
//!
//! Where it has none (Laplace), who declines still sends a report of a number: that of a cell drawn evenly from
//! the grid, whose mean is the middle c of the range. So the mean m of all reports is c + a(µ − c), where a is
//! the share of those who answered, which a part of its own estimates, and µ = c + (m − c)/a. The interval is
//! Fieller's (1954), for a ratio whose denominator is uncertain too; where a is so uncertain that it may be
//! zero, reports say nothing, and there is no estimate.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Collector, Counts, Estimate, EstimateError, Intervals,
    comparison::mean,
    float,
    intervals::{IntervalMethod, Population},
    numbers::{Bins, BoundedDistribution, Grid},
};

use super::{Estimating, quantiles::of_number};
use crate::{
    counting::{
        oracles::PartOracle,
        results::{
            BinResults, FieldResults, MeanResults, QuantileResults, QuestionResults, ShareResults,
        },
    },
    file::question_file::Estimand,
    survey::{
        kind::{NumberField, NumberRange},
        question::Question,
    },
};

/// A distribution is told in at most so many ranges.
const MOST_BINS: u32 = 20;

/// A share, and the variance of its estimate for a sample of respondents.
#[derive(Clone, Copy)]
struct Answered {
    share: f64,
    variance: f64,
}

/// A number with the part that reports it, and that part's counts.
type FieldWithPart<'a> = (&'a NumberField, (&'a PartOracle, &'a Counts));

/// Everybody, where nobody can decline, or the mechanism leaves those out who did.
const EVERYBODY: Answered = Answered {
    share: 1.0,
    variance: 0.0,
};

impl Estimating {
    /// One number.
    pub(super) fn number(
        self,
        (question, range): (&Question, &NumberRange),
        parts: &[PartOracle],
        counts: &[Counts],
        results: &mut QuestionResults,
    ) {
        let Some(answered) = self.answered(question, parts, counts, results) else {
            return;
        };
        let (Some(PartOracle::Numbers(oracle, grid)), Some(counts)) =
            (parts.first(), counts.first())
        else {
            return;
        };
        let mean = self.mean((&**oracle, grid), counts, answered, question.leaves_out(0));
        (results.mean, results.no_mean) = told(mean);
        if range.estimand == Estimand::Distribution && counts.reports() >= self.minimum {
            let found = self.distribution(&**oracle, grid, counts);
            (results.distribution, results.quantiles) = found.unzip();
        }
    }

    /// Several numbers.
    pub(super) fn fields(
        self,
        (question, fields): (&Question, &[NumberField]),
        parts: &[PartOracle],
        counts: &[Counts],
        results: &mut QuestionResults,
    ) {
        let answered = self.answered(question, parts, counts, results);
        let parts = parts.iter().zip(counts);
        let field = |(index, (field, (part, counts))): (usize, FieldWithPart<'_>)| {
            let mean = match (part, answered) {
                (PartOracle::Numbers(oracle, grid), Some(answered)) => {
                    let draws_parts = question.leaves_out(index);
                    self.mean((&**oracle, grid), counts, answered, draws_parts)
                }
                _ => Ok(None),
            };
            let (mean, no_mean) = told(mean);
            FieldResults {
                id: field.id.clone(),
                reports: counts.reports(),
                mean,
                no_mean,
            }
        };
        results.fields = Some(fields.iter().zip(parts).enumerate().map(field).collect());
    }

    /// The share of those who gave numbers, told in the results where it is estimated; `None` with
    /// too few reports.
    fn answered(
        self,
        question: &Question,
        parts: &[PartOracle],
        counts: &[Counts],
        results: &mut QuestionResults,
    ) -> Option<Answered> {
        let (Some(PartOracle::Categories(oracle)), Some(counts)) = (parts.last(), counts.last())
        else {
            results.answered = self.told_by_numbers(question, parts, counts);
            return Some(EVERYBODY);
        };
        if counts.reports() < self.minimum {
            return None;
        }
        // This part is reported whenever the question is.
        let mut intervals = self.intervals(question);
        if !self.draws_questions {
            intervals.method = IntervalMethod::of(self.population);
        }
        let told = *oracle.estimate(counts, intervals).ok()?.first()?;
        results.answered = Some(share_of(&told));
        // Who answers is random for a sample, as the numbers' own standard errors have it.
        intervals.method = IntervalMethod::Sampled;
        let sampled = *oracle.estimate(counts, intervals).ok()?.first()?;
        Some(Answered {
            share: sampled.share,
            variance: sampled.standard_error.powi(2),
        })
    }

    /// The share of those who gave numbers, as the reports of the numbers tell it; `None` where they
    /// cannot, or are too few.
    fn told_by_numbers(
        self,
        question: &Question,
        parts: &[PartOracle],
        counts: &[Counts],
    ) -> Option<ShareResults> {
        let intervals = self.intervals(question);
        let told = parts.iter().zip(counts).filter_map(|(part, counts)| {
            let PartOracle::Numbers(oracle, _) = part else {
                return None;
            };
            let enough = counts.reports() >= self.minimum;
            let declined = oracle.estimate_declined(counts, intervals).ok();
            declined.filter(|_| enough).map(|one| one.complement())
        });
        let told: Vec<Estimate> = told.collect();
        let pooled = mean(&told)?;
        // Several numbers of one person tell of the same person: their noise is independent, but who was
        // asked is not. So a sample is told no more surely than one number tells it on average.
        if intervals.method == IntervalMethod::FixedPopulation || question.reported() == 1 {
            return Some(share_of(&pooled));
        }
        let of = |one: fn(&Estimate) -> f64| {
            let count = u32::try_from(told.len()).unwrap_or(u32::MAX);
            told.iter().map(one).sum::<f64>() / f64::from(count)
        };
        Some(ShareResults {
            estimate: pooled.share,
            standard_error: of(|one| one.standard_error),
            interval: [of(|one| one.interval.0), of(|one| one.interval.1)],
        })
    }

    /// The mean; `Ok(None)` with too few reports.
    fn mean(
        self,
        (oracle, grid): (&dyn Collector, &Grid),
        counts: &Counts,
        answered: Answered,
        draws_parts: bool,
    ) -> Result<Option<MeanResults>, PerhapsNobody> {
        if counts.reports() < self.minimum {
            return Ok(None);
        }
        let is_ratio = answered.variance > 0.0;
        // Where another part tells who answered, who did is random, too.
        let population = if is_ratio {
            Population::Sampled
        } else {
            self.interval_method(draws_parts).population()
        };
        let found = oracle.estimate_mean(counts, grid, (population, self.confidence));
        let all = match found {
            Ok(found) => found,
            Err(EstimateError::PerhapsNobody) => return Err(PerhapsNobody),
            Err(_) => return Ok(None),
        };
        if !is_ratio {
            return Ok(Some(MeanResults {
                estimate: all.mean,
                standard_error: all.standard_error,
                interval: [all.interval.0, all.interval.1],
            }));
        }
        if answered.share <= CERTAIN * answered.variance.sqrt() {
            return Err(PerhapsNobody);
        }
        let center = grid.of_unit(0.0);
        let found = ratio(
            (all.mean - center, all.standard_error.powi(2)),
            answered,
            float(counts.reports()),
            self.confidence.standard_deviations(),
        );
        let (estimate, standard_error, (low, high)) = found.ok_or(PerhapsNobody)?;
        Ok(Some(MeanResults {
            estimate: center + estimate,
            standard_error,
            interval: [center + low, center + high],
        }))
    }

    fn distribution(
        self,
        oracle: &dyn Collector,
        grid: &Grid,
        counts: &Counts,
    ) -> Option<(Vec<BinResults>, Vec<QuantileResults>)> {
        let density = oracle.density()?;
        let bins = Bins::equal_width(grid.cells(), MOST_BINS.min(grid.cells())).ok()?;
        // As with the mean: where nearly nobody may have answered, reports say nothing.
        let deviations = self.confidence.standard_deviations();
        if density.tells_declined() {
            // The reports of the numbers tell who answered, and how surely.
            let intervals = Intervals {
                method: IntervalMethod::Sampled,
                ..self.intervals_of(false)
            };
            let declined = oracle.estimate_declined(counts, intervals).ok()?;
            if 1.0 - declined.share - deviations * declined.standard_error <= 0.0 {
                return None;
            }
        }
        // Whoever sees the counts can draw the same numbers: nothing here is secret.
        let mut rng = ChaCha20Rng::seed_from_u64(counts.reports());
        let found = BoundedDistribution::new(density, counts, self.confidence, &mut rng)?;
        let bin = |bin: u32| {
            let (first, last) = bins.cells_of(bin)?;
            let (estimate, (lower, upper)) = found.share(first, last);
            Some(BinResults {
                from: grid.value(first)?.to_f64(),
                to: grid.value(last)?.to_f64(),
                estimate,
                standard_error: (upper - lower) / (2.0 * deviations),
                interval: [lower, upper],
            })
        };
        let bins: Option<Vec<_>> = (0..bins.count()).map(bin).collect();
        Some((bins?, of_number(&found, grid)?))
    }
}

/// There may be nobody whose mean it would be.
#[derive(Clone, Copy)]
struct PerhapsNobody;

/// So many standard errors the share of those who answered must be above zero.
const CERTAIN: f64 = 2.0;

/// Why no mean is told where perhaps nobody answered.
const NO_MEAN: &str = "no mean is told: the share of those who answered is within two standard errors of zero, so that the reports may be noise alone";

/// The mean, or why there is none.
fn told(mean: Result<Option<MeanResults>, PerhapsNobody>) -> (Option<MeanResults>, Option<String>) {
    match mean {
        Ok(mean) => (mean, None),
        Err(PerhapsNobody) => (None, Some(NO_MEAN.to_owned())),
    }
}

fn share_of(found: &Estimate) -> ShareResults {
    ShareResults {
        estimate: found.share,
        standard_error: found.standard_error,
        interval: [found.interval.0, found.interval.1],
    }
}

/// x/a for a mean x with its variance and a share a with its own, both from so many reports: the
/// estimate, its standard deviation by the delta method, and Fieller's interval. `None` where a is
/// not certainly above zero.
///
/// One respondent's x and a are correlated: where a is 0, x is 0 in the mean, so that their
/// covariance is E\[x\](1 − a).
fn ratio(
    (mean, variance_of_mean): (f64, f64),
    answered: Answered,
    reports: f64,
    deviations: f64,
) -> Option<(f64, f64, (f64, f64))> {
    let Answered { share, variance } = answered;
    let covariance = mean * (1.0 - share.clamp(0.0, 1.0)) / reports;
    let found = sotto_ldp::fieller::ratio(
        (mean, variance_of_mean),
        (share, variance),
        covariance,
        deviations,
    )?;
    Some((found.share, found.standard_error, found.interval))
}
