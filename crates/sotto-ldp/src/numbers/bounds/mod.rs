//! Distributions recovered from reports, with intervals that hold whatever the shape is.
//!
//! Smoothing is biased, and nothing in the reports tells by how much. So an interval is not read off the
//! smoothed shape. Any weights h of the output cells estimate, without bias, h'·K·f of the true shares f,
//! with the channel K; where K'·h ≥ c in every cell, that is no less than c'·f, and z standard deviations of
//! it above what is seen is an upper bound of c'·f, whatever f is. A lower bound is −1 times an upper one of
//! −c. The shape comes in only where weights are chosen: those with the least bound if the shape were the
//! truth. A wrong shape makes intervals long, not false.
//!
//! These weights are the multipliers of the greatest c'·f among all distributions f whose reports are within
//! z standard deviations of the shape's (Stanley, Patil and Kuusela, "Uncertainty quantification for
//! wide-bin unfolding: one-at-a-time strict bounds and prior-optimized confidence intervals", Journal of
//! Instrumentation 2022). The shape must not follow the noise of the reports that it is a bound for: each half
//! of the reports, drawn at random, chooses the weights of the other (cross-fitting; Chernozhukov et al.,
//! The Econometrics Journal 2018).

mod atoms;
mod shape;
mod simplex;

use rand::Rng;

use self::{
    atoms::{Atoms, blocks},
    shape::{TOLERANCE, shape},
    simplex::{Quadratic, SimplexPoint, dot},
};
use super::{
    density::{DensityEstimator, Distribution},
    quantile::Quantile,
};
use crate::kernel::{Confidence, Counts, float};

/// A recovered distribution, and bounds of what is read off it.
pub struct BoundedDistribution {
    atoms: Atoms,
    halves: [ReportHalf; 2],
    confidence: Confidence,
    found: Distribution,
    /// The share of those who answered, in the shape that was found.
    answered: f64,
}

/// Half of the reports.
struct ReportHalf {
    reports: f64,
    /// The shares of the blocks of output cells among them.
    seen: Vec<f64>,
    /// The same as their shape has it.
    expected: Vec<f64>,
    /// The inverse variances of these, for all reports.
    weights: Vec<f64>,
    /// The squared distance from the shape's reports in standard deviations, halved, but for a constant.
    quadratic: Quadratic,
    linear: Vec<f64>,
    constant: f64,
    /// Where it is least.
    start: SimplexPoint,
}

impl BoundedDistribution {
    /// The distribution that explains counts of output cells: as smooth as they allow.
    ///
    /// The generator divides the reports, and needs no secrecy.
    ///
    /// `None` where a half has no reports, as happens with very few, with counts of another number of cells,
    /// or where no answer gives some output cell.
    #[must_use]
    pub fn new<R: Rng + ?Sized>(
        estimator: &dyn DensityEstimator,
        counts: &Counts,
        confidence: Confidence,
        rng: &mut R,
    ) -> Option<Self> {
        let cells = estimator.grid_cells();
        let atoms = Atoms::of(estimator)?;
        let found = shape(estimator, counts, &atoms)?;
        let parts = divided(counts, rng)?;
        let [one, other] = parts.map(|part| {
            let shape = shape(estimator, &part, &atoms)?;
            Some((part, estimator.expected(shape.shares())))
        });
        let half = |(part, expected): (Counts, Vec<f64>)| {
            ReportHalf::new(&atoms, (&part, &expected), float(counts.reports()))
        };
        let halves = [half(one?), half(other?)];
        let answered = found.shares().iter().take(cells as usize).sum();
        Some(Self {
            atoms,
            halves,
            confidence,
            found: found.among(cells)?,
            answered,
        })
    }

    /// The shares of the grid's cells, of those who answered.
    #[must_use]
    pub fn distribution(&self) -> &Distribution {
        &self.found
    }

    /// The share of the cells from the first to the last, of those who answered, with its interval: within
    /// 0 and 1.
    #[must_use]
    pub fn share(&self, first: u32, last: u32) -> (f64, (f64, f64)) {
        let cells = first as usize..=last as usize;
        let share: f64 = self.found.shares().get(cells).unwrap_or(&[]).iter().sum();
        // r is a share of those who answered just where f in the cells less r·f in all of them is 0.
        let deviations = self.confidence.standard_deviations();
        let bound = |sign: f64| {
            let mut ratio = share;
            for _ in 0..ROUNDS {
                let over = self.upper(&self.direction(sign, ratio, (first, last)), deviations);
                ratio += sign * over / self.answered;
                // Where all answer, the bound moves as the ratio does.
                if !self.atoms.cells.contains(&None) {
                    break;
                }
            }
            ratio.clamp(0.0, 1.0)
        };
        (share, (bound(-1.0).min(share), bound(1.0).max(share)))
    }

    /// The quantile at a level, of those who answered, with its interval.
    #[must_use]
    pub fn quantile(&self, level: f64) -> Option<Quantile> {
        let value = self.found.quantile(level)?;
        let groups = &self.atoms.groups;
        // The first group up to whose end so much may lie, and up to whose end so much must lie.
        let first = |reached: &dyn Fn(u32) -> bool| {
            let (mut low, mut high) = (0, groups.count() - 1);
            while low < high {
                let middle = u32::midpoint(low, high);
                let last = groups.cells_of(middle).map_or(0, |(_, last)| last);
                if reached(last) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            groups.cells_of(low)
        };
        // Where hardly anybody answers in between, more than one group is as near to the level: so that not
        // each of those that are tried misses as often as the interval may, each may half as often.
        let deviations = self.confidence.simultaneous(2).standard_deviations();
        let upper =
            |sign: f64, last: u32| self.upper(&self.direction(sign, level, (0, last)), deviations);
        let (low, _) = first(&|last| upper(1.0, last) >= 0.0)?;
        let (_, high) = first(&|last| upper(-1.0, last) <= 0.0)?;
        Some(Quantile {
            level,
            value,
            interval: (low.min(value), high.max(value)),
        })
    }

    /// c: the cells from the first to the last, less `ratio` times all of those who answered.
    fn direction(&self, sign: f64, ratio: f64, (first, last): (u32, u32)) -> Vec<f64> {
        let of = |atom: &Option<u32>| {
            atom.map_or(0.0, |cell| {
                let within = (first..=last).contains(&cell);
                sign * (f64::from(u8::from(within)) - ratio)
            })
        };
        self.atoms.cells.iter().map(of).collect()
    }

    /// The upper bound of c'·f.
    fn upper(&self, direction: &[f64], deviations: f64) -> f64 {
        let all: f64 = self.halves.iter().map(|half| half.reports).sum();
        let [one, other] = &self.halves;
        let (mut bound, mut variance) = (0.0, 0.0);
        for (chooses, half) in [(one, other), (other, one)] {
            let part = half.reports / all;
            let (weights, most) = chooses.weights(&self.atoms, direction, deviations);
            bound += part * (dot(&weights, &half.seen) + most);
            // Few reports may miss rare cells: what the other half expects is heard too.
            let of = |shares: &[f64]| variance_of(&weights, shares);
            let greater = of(&half.seen).max(of(&chooses.expected));
            variance += part * part * greater / half.reports;
        }
        let top = direction.iter().copied().fold(f64::MIN, f64::max);
        (bound + deviations * variance.sqrt()).min(top)
    }
}

/// So often a ratio is made better, where both its parts are uncertain: each time the distance from where it
/// goes shrinks by the order of the relative error of the denominator.
const ROUNDS: u32 = 3;

/// The variance of a weight over the blocks of output cells.
fn variance_of(weights: &[f64], shares: &[f64]) -> f64 {
    let mean = dot(weights, shares);
    let parts = weights.iter().zip(shares);
    parts.map(|(w, share)| share * (w - mean).powi(2)).sum()
}

impl ReportHalf {
    fn new(atoms: &Atoms, (part, expected): (&Counts, &[f64]), all: f64) -> Self {
        let reports = float(part.reports());
        let seen = part.supports().iter().map(|&c| float(c) / reports);
        let seen = blocks(&seen.collect::<Vec<_>>());
        let expected = blocks(expected);
        let weights: Vec<f64> = expected.iter().map(|share| all / share).collect();
        let products = expected.iter().zip(&weights);
        let products: Vec<f64> = products.map(|(share, weight)| share * weight).collect();
        let quadratic = Quadratic::of_columns(&atoms.columns, &weights, TOLERANCE);
        let linear: Vec<f64> = atoms.columns.iter().map(|k| dot(k, &products)).collect();
        Self {
            reports,
            seen,
            start: quadratic.least(&linear, SimplexPoint::corner(linear.len())),
            quadratic,
            linear,
            constant: dot(&products, &expected),
            expected,
            weights,
        }
    }

    /// h, and the most by which c exceeds K'·h.
    fn weights(&self, atoms: &Atoms, direction: &[f64], deviations: f64) -> (Vec<f64>, f64) {
        let top = direction.iter().copied().fold(f64::MIN, f64::max);
        let square = deviations * deviations;
        let (mut low, mut high) = (0.0, f64::INFINITY);
        let mut pull = 10.0 * square;
        let mut point = self.start.clone();
        // The farther it is pulled along c, the farther it is from the shape; it need not be met well, as
        // the bound is nearly the same around its least.
        for _ in 0..40 {
            let linear = self.linear.iter().zip(direction);
            let linear: Vec<f64> = linear.map(|(d, c)| d + pull * c).collect();
            point = self.quadratic.least(&linear, point);
            let product = dot(&self.quadratic.times(&point), &point.shares);
            let distance = product - 2.0 * dot(&self.linear, &point.shares) + self.constant;
            if distance < square {
                if dot(direction, &point.shares) >= top - 1e-9 {
                    // The reports do not speak against the most that there is.
                    return (vec![0.0; self.seen.len()], top);
                }
                low = pull;
            } else {
                high = pull;
            }
            if (0.7..1.5).contains(&(distance / square)) {
                break;
            }
            let guess = pull * (square / distance.max(1e-6)).sqrt().min(10.0);
            pull = if low < guess && guess < high {
                guess
            } else if high.is_finite() {
                f64::midpoint(low, high)
            } else {
                10.0 * pull
            };
        }
        let mut pulled = vec![0.0; self.seen.len()];
        for &atom in &point.free {
            for (sum, share) in pulled.iter_mut().zip(&atoms.columns[atom]) {
                *sum += point.shares[atom] * share;
            }
        }
        let outputs = pulled.iter().zip(&self.expected).zip(&self.weights);
        let weights =
            outputs.map(|((pulled, expected), weight)| weight * (pulled - expected) / pull);
        let weights: Vec<f64> = weights.collect();
        let lacks = atoms.columns.iter().zip(direction);
        let lacks = lacks.map(|(column, c)| c - dot(column, &weights));
        let most = lacks.fold(f64::MIN, f64::max);
        (weights, most)
    }
}

/// Each report in one of two halves, by a coin.
fn divided<R: Rng + ?Sized>(counts: &Counts, rng: &mut R) -> Option<[Counts; 2]> {
    let mut heads = |count: u64| {
        let whole: u64 = (0..count / 64)
            .map(|_| u64::from(rng.next_u64().count_ones()))
            .sum();
        let rest = (1_u64 << (count % 64)) - 1;
        whole + u64::from((rng.next_u64() & rest).count_ones())
    };
    let supports = counts.supports();
    let one: Vec<u64> = supports.iter().map(|&count| heads(count)).collect();
    let other = supports
        .iter()
        .zip(&one)
        .map(|(all, one)| all - one)
        .collect();
    let of = |sums: Vec<u64>| Counts::new(sums.iter().sum(), sums).ok();
    Some([of(one)?, of(other)?])
}
