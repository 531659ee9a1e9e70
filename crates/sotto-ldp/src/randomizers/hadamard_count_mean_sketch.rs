//! Hadamard count mean sketch: one entry of the Hadamard transform of the hashed value's column,
//! perturbed (Apple Differential Privacy Team 2017).
//!
//! - **Input** a value v < k, or a key of 64 bits from a domain that cannot be listed.
//!   **Report** \[row, column, sign\]; the sign is 0 for +1 and 1 for −1.
//! - **Channel** each of r rows, which are public hash functions into m columns, and each entry
//!   l = 1 … m−1 of the transform are as likely as any other; the sign of the Hadamard matrix at
//!   (l, hashed value) has weight a, the opposite b, out of a + b. Entry 0, which is +1 for every
//!   value and would tell nothing, is never sent.
//! - **Privacy** row and entry do not depend on the value, and in every column of the channel the
//!   weights are a or b.
//! - **Estimator** a report supports the values for which its sign is right: p* = a/(a+b). Of the
//!   m − 1 entries, another column has the same sign in m/2 − 1, so that over the choice of the
//!   hash functions q* = p*/m + (1−1/m)·[(m/2−1)a + (m/2)b]/[(m−1)(a+b)], which is a little
//!   below ½.
//! - **Variance** about ((e^ε+1)/(e^ε−1))² for a rare value, and beside it at most 1/(r(m−1)), which
//!   does not shrink with n; standard errors and intervals here include it.
//! - **Choose it** for domains that cannot be listed when reports must be tiny.
//! - **Source** Apple Differential Privacy Team, Learning with privacy at scale, 2017. Proof:
//!   `proofs/hadamard-count-mean-sketch.md`.

use rand::CryptoRng;

use crate::{
    kernel::{
        Certificate, Channel, Epsilon, FrequencyOracle, MechanismError, OutsideDomain, PrivacyLoss,
        Randomizer, Report, ReportOutput, ReportShape, SupportProbabilities, TwoLevels, Weights,
        check_domain_size, exact::Natural, sampling::below as uniform, two_level_certificate,
    },
    randomizers::hadamard,
};

use super::sketch::SketchShape;

pub(crate) const NAME: &str = "hadamard-count-mean-sketch";
pub(crate) const SHORT_NAME: &str = "hcms";

/// Looking up every value takes k times the rows.
const MAXIMUM: u32 = 1 << 20;

/// One sign of a sketch's transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SketchSign {
    /// The hash function.
    pub row: u32,
    /// The entry of the transform, from 1.
    pub entry: u32,
    /// Whether the sign is −1.
    pub negative: bool,
}

impl ReportOutput for SketchSign {
    fn into_report(self, _: ReportShape) -> Report {
        Report::Indices(vec![self.row, self.entry, self.negative.into()])
    }

    fn from_report(report: &Report, _: ReportShape) -> Option<Self> {
        let [row, entry, sign] = report.indices()?;
        Some(Self {
            row,
            entry,
            negative: sign == 1,
        })
    }

    /// For each row there are the sums of +1 of each entry, and then those of −1.
    fn add_to(&self, shape: ReportShape, sums: &mut [u64]) {
        if let ReportShape::SketchSign { columns, .. } = shape {
            let half = 2 * self.row + u32::from(self.negative);
            (half * columns + self.entry).add_to(shape, sums);
        }
    }
}

/// A Hadamard count mean sketch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HadamardCountMeanSketch {
    domain_size: u32,
    shape: SketchShape,
    /// Out of a + b.
    levels: TwoLevels,
}

impl HadamardCountMeanSketch {
    /// A sketch of that shape with the weights that ε implies. The domain size says which values
    /// [`FrequencyOracle`] estimates; keys are not bound by it.
    ///
    /// # Errors
    /// When the domain is not of 2 to 1,048,576 values, or the shape has no power of two of columns
    /// or too many cells.
    pub fn new(
        epsilon: &Epsilon,
        SketchShape { rows, columns }: SketchShape,
        domain_size: u32,
    ) -> Result<Self, MechanismError> {
        let shape = SketchShape::published(rows.into(), columns.into()).ok_or(UNUSABLE)?;
        let weights = super::of_finest_weights(NAME, epsilon, |weights| {
            support_probabilities(shape.columns, weights).map(|_| weights)
        })?;
        Self::with_weights(shape, weights, domain_size)
    }

    fn with_weights(
        shape: SketchShape,
        weights: Weights,
        domain_size: u32,
    ) -> Result<Self, MechanismError> {
        check_domain_size(NAME, (2, MAXIMUM), domain_size)?;
        let support = support_probabilities(shape.columns, weights);
        Ok(Self {
            domain_size,
            shape,
            levels: TwoLevels::new(NAME, weights, weights.total(1, 1), support)?,
        })
    }

    /// Rows and columns.
    #[must_use]
    pub const fn shape(&self) -> SketchShape {
        self.shape
    }

    /// Draws the report of a key, of any domain.
    pub fn randomize_key<R: CryptoRng + ?Sized>(&self, key: u64, rng: &mut R) -> SketchSign {
        let row = uniform(self.shape.rows.into(), rng);
        let entry = 1 + uniform(u64::from(self.shape.columns) - 1, rng);
        let told = self.levels.draw(rng) < self.levels.weights.truth;
        SketchSign {
            row,
            entry,
            negative: self.is_negative(row, entry, key) == told,
        }
    }

    fn is_negative(&self, row: u32, entry: u32, key: u64) -> bool {
        hadamard::is_negative(entry, self.shape.column(row, key))
    }

    /// For every cell, how many of the reports support the values that are hashed into it.
    fn supporting_cells(&self, sums: &[u64]) -> Vec<u64> {
        let columns = self.shape.columns as usize;
        let of_row = |row: &[u64]| {
            let (positive, negative) = row.split_at(columns);
            let reports = row.iter().copied().fold(0, u64::saturating_add);
            let pairs = hadamard::transformed(positive)
                .into_iter()
                .zip(hadamard::transformed(negative));
            let supports: Vec<_> = pairs
                .map(|(p, n)| hadamard::positive_part(reports, p.wrapping_sub(n)))
                .collect();
            supports
        };
        sums.chunks_exact(2 * columns).flat_map(of_row).collect()
    }

    fn cell(&self, row: u32, key: u64) -> usize {
        (self.shape.columns * row + self.shape.column(row, key)) as usize
    }

    /// How many of the reports that were added up in `sums` support each of some keys.
    #[must_use]
    pub fn supporting(&self, sums: &[u64], keys: &[u64]) -> Vec<u64> {
        let cells = self.supporting_cells(sums);
        keys.iter()
            .map(|&key| {
                (0..self.shape.rows)
                    .filter_map(|row| cells.get(self.cell(row, key)))
                    .fold(0_u64, |sum, &count| sum.saturating_add(count))
            })
            .collect()
    }
}

const UNUSABLE: MechanismError = MechanismError::Weights {
    mechanism: NAME,
    reason: "write four integers: rows, columns (a power of two; rows times columns at most 1048576), and the two weights, whose ratio must be at most e to the power of 20",
};

fn support_probabilities(columns: u32, weights: Weights) -> Option<SupportProbabilities> {
    // Out of m·(m−1)·(a+b).
    let (m, half) = (u64::from(columns), u64::from(columns / 2));
    let total = weights.total(1, 1)?.checked_mul(m)?.checked_mul(m - 1)?;
    let truth = weights.truth * m * (m - 1);
    let elsewhere = (half - 1) * weights.truth + half * weights.other;
    Some(SupportProbabilities {
        truth,
        other: truth / m + (m - 1) * elsewhere,
        total,
    })
}

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let oracle = HadamardCountMeanSketch::new(epsilon, SketchShape::DEFAULT, domain_size)?;
    let Weights { truth, other } = oracle.levels.weights;
    let SketchShape { rows, columns } = oracle.shape;
    Ok(vec![rows.into(), columns.into(), truth, other])
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<HadamardCountMeanSketch, MechanismError> {
    let [rows, columns, truth, other] = *parameters else {
        return Err(UNUSABLE);
    };
    let shape = SketchShape::published(rows, columns).ok_or(UNUSABLE)?;
    let weights = Weights::published(NAME, &[truth, other])?;
    HadamardCountMeanSketch::with_weights(shape, weights, domain_size)
}

impl Randomizer for HadamardCountMeanSketch {
    type Input = u32;
    type Output = SketchSign;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<SketchSign, OutsideDomain> {
        let input = OutsideDomain::check(input, self.domain_size)?;
        Ok(self.randomize_key(input.into(), rng))
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.levels.privacy_loss
    }
}

impl Channel for HadamardCountMeanSketch {
    fn inputs(&self) -> u32 {
        self.domain_size
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = SketchSign> + '_> {
        Box::new((0..self.shape.rows).flat_map(|row| {
            (1..self.shape.columns).flat_map(move |entry| {
                [false, true].map(|negative| SketchSign {
                    row,
                    entry,
                    negative,
                })
            })
        }))
    }

    fn weight(&self, input: u32, output: &SketchSign) -> Natural {
        self.levels.weights.of(self.supports(output, input))
    }

    fn row_total(&self) -> Natural {
        let entries = u64::from(self.shape.rows) * u64::from(self.shape.columns - 1);
        Natural::from(self.levels.total()).times(entries)
    }
}

impl FrequencyOracle for HadamardCountMeanSketch {
    fn domain_size(&self) -> u32 {
        self.domain_size
    }

    fn support_probabilities(&self) -> SupportProbabilities {
        self.levels.support
    }

    fn supports(&self, output: &SketchSign, value: u32) -> bool {
        self.is_negative(output.row, output.entry, value.into()) == output.negative
    }

    fn sum_count(&self) -> u32 {
        2 * self.shape.cells()
    }

    fn decode(&self, _: u64, sums: &[u64]) -> Vec<u64> {
        let keys: Vec<_> = (0..u64::from(self.domain_size)).collect();
        self.supporting(sums, &keys)
    }

    fn certificate(&self) -> Certificate {
        let outputs = 2 * u64::from(self.shape.rows) * u64::from(self.shape.columns - 1);
        two_level_certificate(self, self.levels.weights, Some(outputs))
    }

    fn report_shape(&self) -> ReportShape {
        let SketchShape { rows, columns } = self.shape;
        ReportShape::SketchSign { rows, columns }
    }
}
