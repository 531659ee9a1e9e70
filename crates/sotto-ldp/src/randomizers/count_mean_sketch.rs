//! Count mean sketch: symmetric unary encoding of the hashed value, under a hash function drawn
//! from a few (Apple Differential Privacy Team 2017).
//!
//! - **Input** a value v < k, or a key of 64 bits from a domain that cannot be listed, such as a
//!   word's ([`super::sketch::text_key`]). **Report** \[row, bits\]: m bits.
//! - **Channel** each of r rows, which are public hash functions into m columns, is as likely as
//!   any other; the bit of the value's column is set with chance P/2³², any other with Q/2³².
//! - **Privacy** the row does not depend on the value, and two columns differ in two bits: the worst
//!   ratio is P(2³²−Q)/(Q(2³²−P)) ≤ e^ε, P and Q as in symmetric unary encoding.
//! - **Estimator** a report supports the values whose column in its row is set: p* = P/2³², and
//!   q* = (P + (m−1)Q)/(m·2³²) over the choice of the hash functions.
//! - **Variance** n·Var = q*(1−q*)/(p*−q*)² for a rare value, and beside it at most 1/(r(m−1)), which
//!   does not shrink with n: values that collide stay together. Standard errors and intervals here
//!   include it.
//! - **Choose it** for domains that cannot be listed, when the values to be looked up are known
//!   only later. For a list of categories everything else is better.
//! - **Source** Apple Differential Privacy Team, Learning with privacy at scale, 2017; hash
//!   functions of Dietzfelbinger, STACS 1996. Proof: `proofs/count-mean-sketch.md`.

use rand::CryptoRng;

use crate::kernel::{
    BIT_WEIGHT_TOTAL, BitWeights, Certificate, Channel, Epsilon, FrequencyOracle, MechanismError,
    OutsideDomain, PrivacyLoss, Randomizer, Report, ReportShape, SupportProbabilities,
    check_domain_size, exact::Natural, sampling::below as uniform,
};

use super::{
    sketch::SketchShape,
    sketch_row::{SketchRow, add_rows_of, add_travelled_rows},
    unary_encoding::UnaryEncoding,
};

pub(crate) const NAME: &str = "count-mean-sketch";
pub(crate) const SHORT_NAME: &str = "cms";

/// Looking up every value takes k times the rows.
const MAXIMUM: u32 = 1 << 20;

/// A count mean sketch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountMeanSketch {
    domain_size: u32,
    shape: SketchShape,
    columns: UnaryEncoding,
}

impl CountMeanSketch {
    /// A sketch of that shape with the weights that ε implies. The domain size says which values
    /// [`FrequencyOracle`] estimates; keys are not bound by it.
    ///
    /// # Errors
    /// When the domain is not of 2 to 1,048,576 values, or the shape has no power of two of columns
    /// or too many cells.
    pub fn new(
        epsilon: &Epsilon,
        shape: SketchShape,
        domain_size: u32,
    ) -> Result<Self, MechanismError> {
        Self::with_weights(shape, BitWeights::symmetric(epsilon), domain_size)
    }

    fn with_weights(
        SketchShape { rows, columns }: SketchShape,
        weights: BitWeights,
        domain_size: u32,
    ) -> Result<Self, MechanismError> {
        check_domain_size(NAME, (2, MAXIMUM), domain_size)?;
        let shape = SketchShape::published(rows.into(), columns.into()).ok_or(UNUSABLE)?;
        Ok(Self {
            domain_size,
            shape,
            columns: UnaryEncoding::with_weights(NAME, weights, columns)?,
        })
    }

    /// Rows and columns.
    #[must_use]
    pub const fn shape(&self) -> SketchShape {
        self.shape
    }

    /// Draws the report of a key, of any domain.
    pub fn randomize_key<R: CryptoRng + ?Sized>(&self, key: u64, rng: &mut R) -> SketchRow {
        let row = uniform(self.shape.rows.into(), rng);
        let column = self.shape.column(row, key);
        let bits = Randomizer::randomize(&self.columns, column, rng);
        SketchRow {
            row,
            // A column is one of the columns.
            bits: bits.unwrap_or_default(),
        }
    }

    /// How many of the reports that were added up in `sums` support a key.
    #[must_use]
    pub fn supporting(&self, sums: &[u64], key: u64) -> u64 {
        let cell = |row| self.shape.columns * row + self.shape.column(row, key);
        (0..self.shape.rows)
            .filter_map(|row| sums.get(cell(row) as usize))
            .fold(0, |sum, &count| sum.saturating_add(count))
    }

    fn column_bit(&self, output: &SketchRow, key: u64) -> bool {
        output.bits.is_set(self.shape.column(output.row, key))
    }
}

pub(super) const UNUSABLE: MechanismError = MechanismError::Weights {
    mechanism: NAME,
    reason: "write four integers: rows, columns (a power of two; rows times columns at most 1048576), and the two weights",
};

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let oracle = CountMeanSketch::new(epsilon, SketchShape::DEFAULT, domain_size)?;
    let BitWeights { truth, other } = oracle.columns.bit_weights();
    let SketchShape { rows, columns } = oracle.shape;
    Ok(vec![rows.into(), columns.into(), truth, other])
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<CountMeanSketch, MechanismError> {
    let [rows, columns, truth, other] = *parameters else {
        return Err(UNUSABLE);
    };
    let shape = SketchShape::published(rows, columns).ok_or(UNUSABLE)?;
    let weights = BitWeights::published(NAME, &[truth, other])?;
    CountMeanSketch::with_weights(shape, weights, domain_size)
}

impl Randomizer for CountMeanSketch {
    type Input = u32;
    type Output = SketchRow;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<SketchRow, OutsideDomain> {
        let input = OutsideDomain::check(input, self.domain_size)?;
        Ok(self.randomize_key(input.into(), rng))
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        Randomizer::privacy_loss(&self.columns)
    }
}

impl Channel for CountMeanSketch {
    fn inputs(&self) -> u32 {
        self.domain_size
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = SketchRow> + '_> {
        let of_row = |row| {
            self.columns
                .outputs()
                .map(move |bits| SketchRow { row, bits })
        };
        Box::new((0..self.shape.rows).flat_map(of_row))
    }

    fn weight(&self, input: u32, output: &SketchRow) -> Natural {
        let column = self.shape.column(output.row, input.into());
        self.columns.weight(column, &output.bits)
    }

    fn row_total(&self) -> Natural {
        self.columns.row_total().times(self.shape.rows.into())
    }
}

impl FrequencyOracle for CountMeanSketch {
    fn domain_size(&self) -> u32 {
        self.domain_size
    }

    fn support_probabilities(&self) -> SupportProbabilities {
        let BitWeights { truth, other } = self.columns.bit_weights();
        let columns = u64::from(self.shape.columns);
        SupportProbabilities {
            truth: columns * truth,
            other: truth + (columns - 1) * other,
            total: columns * BIT_WEIGHT_TOTAL,
        }
    }

    fn supports(&self, output: &SketchRow, value: u32) -> bool {
        self.column_bit(output, value.into())
    }

    fn sum_count(&self) -> u32 {
        self.shape.cells()
    }

    /// Sums count the set bits of each cell of the sketch.
    fn add_report(&self, output: &SketchRow, sums: &mut [u64]) {
        output.add_to(self.shape.columns, sums);
    }

    fn add_reports(&self, outputs: &[SketchRow], sums: &mut [u64]) {
        add_rows_of(
            self.shape.columns,
            outputs.iter().map(SketchRow::parts),
            sums,
        );
    }

    fn add_travelled(&self, reports: &[&Report], sums: &mut [u64]) {
        add_travelled_rows(self.shape.columns, reports, sums);
    }

    fn decode(&self, _: u64, sums: &[u64]) -> Vec<u64> {
        let values = 0..u64::from(self.domain_size);
        values.map(|key| self.supporting(sums, key)).collect()
    }

    /// Given the row, which is independent of the value, the channel is that of unary encoding over
    /// the columns.
    fn certificate(&self) -> Certificate {
        let columns = FrequencyOracle::certificate(&self.columns);
        columns.of_many(self.shape.rows)
    }

    fn report_shape(&self) -> ReportShape {
        let SketchShape {
            rows,
            columns: bits,
        } = self.shape;
        ReportShape::Row { rows, bits }
    }
}
