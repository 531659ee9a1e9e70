//! Bloom filter encoding: RAPPOR's form, several hash functions at once and a cohort of them for
//! each respondent (Erlingsson, Pihur and Korolova 2014), without its second layer.
//!
//! - **Input** a value v < k, or a key of 64 bits from a domain that cannot be listed.
//!   **Report** \[cohort, bits\]: h blocks of m bits, one after another.
//! - **Channel** each cohort is as likely as any other, and has h public hash functions, each into
//!   the m bits of its own block (a Bloom filter in parts, so that no two hash functions of a value
//!   meet). The h bits of the value are set with chance P/2³², every other with Q/2³².
//! - **Privacy** the cohort does not depend on the value, and two values differ in at most 2h bits:
//!   the worst ratio is \[P(2³²−Q)/(Q(2³²−P))\]ʰ ≤ e^ε, where ε alone means P = 2³² − Q and the least
//!   Q with ((2³²−Q)/Q)²ʰ ≤ e^ε. RAPPOR's f is P = 1 − f/2, Q = f/2.
//! - **Support** a report supports the values whose bits are all set, as a Bloom filter is read.
//! - **Estimator** the h blocks are h reports of a count mean sketch: p* = P/2³² and
//!   q* = (P + (m−1)Q)/(m·2³²), of hn bits that a value's hash functions point at.
//! - **Variance** n·Var = q*(1−q*)/(h(p*−q*)²) for a rare value, and beside it at most 1/(rh(m−1)) for r
//!   cohorts; more hash functions make ε per bit so much smaller that h = 1 is best in theory.
//! - **Choose it** to compare with RAPPOR, or to read its reports.
//! - **Source** Erlingsson, Pihur and Korolova, CCS 2014, with the filter in parts. Proof:
//!   `proofs/bloom-filter-encoding.md`.

use rand::CryptoRng;

use crate::kernel::{
    BIT_WEIGHT_TOTAL, BitWeights, Bits, Certificate, Channel, Epsilon, FrequencyOracle,
    MechanismError, OutsideDomain, PrivacyLoss, Randomizer, ReportShape, SupportProbabilities,
    check_domain_size, exact::Natural, least_up_to, sampling::below as uniform,
};

use super::{
    sketch::SketchShape,
    sketch_row::SketchRow,
    unary_encoding::{UnaryEncoding, bit_strings, weight_of_bits},
};

pub(crate) const NAME: &str = "bloom-filter-encoding";
pub(crate) const SHORT_NAME: &str = "bfe";

/// Looking up every value takes k times the cohorts' hash functions.
const MAXIMUM: u32 = 1 << 20;

/// Hash functions of a cohort.
const MOST_HASHES: u32 = 8;

/// Bloom filters of several cohorts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BloomFilterEncoding {
    domain_size: u32,
    /// A row for every hash function, those of a cohort one after another; a column for every bit
    /// of a block.
    shape: SketchShape,
    hashes: u32,
    block: UnaryEncoding,
    /// Of all of a value's bits.
    support: SupportProbabilities,
    privacy_loss: PrivacyLoss,
}

impl BloomFilterEncoding {
    /// Filters of `hashes` blocks of `bits` bits, a power of two, for so many cohorts, with the
    /// weights that ε implies. The domain size says which values [`FrequencyOracle`] estimates;
    /// keys are not bound by it.
    ///
    /// # Errors
    /// When the domain is not of 2 to 1,048,576 values, or the filters have no such form.
    pub fn new(
        epsilon: &Epsilon,
        cohorts: u32,
        hashes: u32,
        bits: u32,
        domain_size: u32,
    ) -> Result<Self, MechanismError> {
        let BitWeights { truth, other } =
            BitWeights::symmetric_over(epsilon, hashes.min(MOST_HASHES));
        let [cohorts, hashes, bits] = [cohorts, hashes, bits].map(u64::from);
        published(&[cohorts, hashes, bits, truth, other], domain_size)
    }

    /// Filters of that shape, whose hash functions are 1 to [`MOST_HASHES`] for each cohort, and of
    /// these published weights.
    pub(super) fn with_shape(
        mechanism: &'static str,
        shape: SketchShape,
        hashes: u32,
        weights: &[u64],
        domain_size: u32,
    ) -> Result<Self, MechanismError> {
        check_domain_size(mechanism, (2, MAXIMUM), domain_size)?;
        let block = UnaryEncoding::published(mechanism, weights, shape.columns)?;
        let weights = block.bit_weights();
        let (above, below) = worst_ratio(weights, hashes);
        let support = membership(bit_probabilities(weights, shape.columns), hashes);
        let unusable = |reason| MechanismError::Weights { mechanism, reason };
        Ok(Self {
            domain_size,
            shape,
            hashes,
            block,
            support: support.ok_or_else(|| {
                unusable("they must differ enough for the hash functions together to tell")
            })?,
            privacy_loss: PrivacyLoss::of_ratio(&above, &below).ok_or_else(|| {
                unusable("the hash functions together must not cost more than an epsilon of 20")
            })?,
        })
    }

    /// The number of cohorts.
    #[must_use]
    pub const fn cohorts(&self) -> u32 {
        self.shape.rows / self.hashes
    }

    /// h: the hash functions of a cohort.
    #[must_use]
    pub const fn hashes(&self) -> u32 {
        self.hashes
    }

    /// A row for every hash function, those of a cohort one after another.
    #[must_use]
    pub const fn shape(&self) -> SketchShape {
        self.shape
    }

    /// P and Q of a bit.
    #[must_use]
    pub fn bit_weights(&self) -> BitWeights {
        self.block.bit_weights()
    }

    /// Bits of a report.
    const fn bits(&self) -> u32 {
        self.hashes * self.shape.columns
    }

    /// The bits of a key in the filters of a cohort, rising.
    fn bits_of_key(&self, cohort: u32, key: u64) -> impl Iterator<Item = u32> {
        let first = cohort * self.hashes;
        (0..self.hashes)
            .map(move |block| block * self.shape.columns + self.shape.column(first + block, key))
    }

    /// p* and q* of a single bit that a value's hash functions point at.
    #[must_use]
    pub fn bit_probabilities(&self) -> SupportProbabilities {
        bit_probabilities(self.block.bit_weights(), self.shape.columns)
    }

    /// How many of the value's bits are set.
    fn level(&self, output: &SketchRow, value: u32) -> u32 {
        self.bits_of_key(output.row, value.into())
            .map(|bit| u32::from(output.bits.is_set(bit)))
            .sum()
    }

    /// Draws the report of a key, of any domain.
    pub fn randomize_key<R: CryptoRng + ?Sized>(&self, key: u64, rng: &mut R) -> SketchRow {
        let row = uniform(self.cohorts().into(), rng);
        let mut bits = Bits {
            words: vec![0; self.bits().div_ceil(64) as usize],
        };
        for (block, bit) in (0..).zip(self.bits_of_key(row, key)) {
            let start = block * self.shape.columns;
            // The bit lies in its block, and blocks of less than a word do not cross words.
            let drawn = self.block.randomize(bit - start, rng).unwrap_or_default();
            let words = &mut bits.words[start as usize / 64..];
            for (word, drawn) in words.iter_mut().zip(drawn.words) {
                *word |= drawn << (start % 64);
            }
        }
        SketchRow { row, bits }
    }

    /// How many of the bits that a key's hash functions point at are set in the reports that were
    /// added up in `sums`: of h times as many as there are reports.
    #[must_use]
    pub fn supporting(&self, sums: &[u64], key: u64) -> u64 {
        (0..)
            .zip(sums.chunks(self.bits() as usize))
            .map(|(cohort, sums)| {
                self.bits_of_key(cohort, key)
                    .filter_map(|bit| sums.get(bit as usize))
                    .fold(0_u64, |sum, &count| sum.saturating_add(count))
            })
            .fold(0, u64::saturating_add)
    }
}

/// p* and q* of a single bit.
fn bit_probabilities(
    BitWeights { truth, other }: BitWeights,
    columns: u32,
) -> SupportProbabilities {
    let columns = u64::from(columns);
    SupportProbabilities {
        truth: columns * truth,
        other: truth + (columns - 1) * other,
        total: columns * BIT_WEIGHT_TOTAL,
    }
}

/// p* and q* of all of a value's bits: of more than one rounded to 2³² parts and towards each other;
/// `None` where nothing is left between them.
fn membership(bit: SupportProbabilities, hashes: u32) -> Option<SupportProbabilities> {
    if hashes == 1 {
        return Some(bit);
    }
    let power = |part: u64| {
        let part = Natural::from(part);
        (1..hashes).fold(part.clone(), |product, _| product.product(&part))
    };
    let scaled = |part: u64| power(part).times(BIT_WEIGHT_TOTAL);
    let (of_truth, of_other, whole) = (scaled(bit.truth), scaled(bit.other), power(bit.total));
    let least = |is_enough: &dyn Fn(u64) -> bool| least_up_to(BIT_WEIGHT_TOTAL, is_enough);
    let truth = least(&|part| of_truth < whole.times(part)) - 1;
    let other = least(&|part| of_other <= whole.times(part));
    (other < truth).then_some(SupportProbabilities {
        truth,
        other,
        total: BIT_WEIGHT_TOTAL,
    })
}

/// \[P(2³²−Q)\]ʰ and \[Q(2³²−P)\]ʰ.
fn worst_ratio(BitWeights { truth, other }: BitWeights, hashes: u32) -> (Natural, Natural) {
    let power = |set: u64, clear: u64| {
        (0..hashes).fold(Natural::from(1_u64), |product, _| {
            product.times(set).times(BIT_WEIGHT_TOTAL - clear)
        })
    };
    (power(truth, other), power(other, truth))
}

/// RAPPOR's sizes: 8 cohorts of 2 hash functions, and 128 bits.
pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let oracle = BloomFilterEncoding::new(epsilon, 8, 2, 64, domain_size)?;
    let BitWeights { truth, other } = oracle.block.bit_weights();
    let form = [oracle.cohorts(), oracle.hashes, oracle.shape.columns].map(u64::from);
    Ok(form.into_iter().chain([truth, other]).collect())
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<BloomFilterEncoding, MechanismError> {
    let form = || {
        let [cohorts, hashes, bits, truth, other] = *parameters else {
            return None;
        };
        let hashes = u32::try_from(hashes).ok();
        let hashes = hashes.filter(|hashes| (1..=MOST_HASHES).contains(hashes))?;
        let shape = SketchShape::published(cohorts.checked_mul(hashes.into())?, bits)?;
        Some((shape, hashes, [truth, other]))
    };
    let (shape, hashes, weights) = form().ok_or(MechanismError::Weights {
        mechanism: NAME,
        reason: "write five integers: cohorts, hash functions (1 to 8), bits of a block (a power of two; all together at most 1048576), and the two weights out of 4294967296",
    })?;
    BloomFilterEncoding::with_shape(NAME, shape, hashes, &weights, domain_size)
}

impl Randomizer for BloomFilterEncoding {
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
        self.privacy_loss
    }
}

impl Channel for BloomFilterEncoding {
    fn inputs(&self) -> u32 {
        self.domain_size
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = SketchRow> + '_> {
        Box::new((0..self.cohorts()).flat_map(move |row| {
            let filters = bit_strings(self.bits());
            filters.map(move |bits| SketchRow { row, bits })
        }))
    }

    fn weight(&self, input: u32, output: &SketchRow) -> Natural {
        let own: Vec<_> = self.bits_of_key(output.row, input.into()).collect();
        let chances = self.block.support_probabilities();
        weight_of_bits(&output.bits, self.bits(), |bit| own.contains(&bit), chances)
    }

    fn row_total(&self) -> Natural {
        Natural::power_of_two(32 * self.bits()).times(self.cohorts().into())
    }
}

impl FrequencyOracle for BloomFilterEncoding {
    fn domain_size(&self) -> u32 {
        self.domain_size
    }

    /// Those of all of a value's bits. The estimator counts the bits one by one.
    fn support_probabilities(&self) -> SupportProbabilities {
        self.support
    }

    /// Whether all of the value's bits are set, as a Bloom filter is read.
    fn supports(&self, output: &SketchRow, value: u32) -> bool {
        self.level(output, value) == self.hashes
    }

    /// Sums count the set bits of each cohort's filters.
    fn sum_count(&self) -> u32 {
        self.shape.cells()
    }

    /// The number of reports whose bits of the value are set, on average over its hash functions.
    fn decode(&self, _: u64, sums: &[u64]) -> Vec<u64> {
        let values = 0..u64::from(self.domain_size);
        values
            .map(|key| self.supporting(sums, key) / u64::from(self.hashes))
            .collect()
    }

    fn likelier_values(&self, output: &SketchRow) -> Vec<(u32, u32)> {
        (0..self.domain_size)
            .map(|value| (value, self.level(output, value)))
            .filter(|&(_, level)| level > 0)
            .collect()
    }

    fn certificate(&self) -> Certificate {
        let (above, below) = worst_ratio(self.block.bit_weights(), self.hashes);
        let filters = 1_u64.checked_shl(self.bits());
        let outputs = filters.and_then(|filters| filters.checked_mul(self.cohorts().into()));
        Certificate::of_ratio(outputs, above, below)
    }

    fn report_shape(&self) -> ReportShape {
        ReportShape::Row {
            rows: self.cohorts(),
            bits: self.bits(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::certify;

    /// Where two values share a hash function's bit in every cohort, they differ in fewer bits: the
    /// structure's ratio bounds what reading the channel finds, and is reached.
    #[test]
    fn the_structure_bounds_what_is_read() {
        for text in ["0.5", "2", "ln 9"] {
            let epsilon = text.parse().unwrap();
            let oracle = BloomFilterEncoding::new(&epsilon, 4, 2, 4, 6).unwrap();
            let (read, taken) = (certify(&oracle), FrequencyOracle::certificate(&oracle));
            assert!(read.rows_are_equal);
            assert_eq!(read.outputs, taken.outputs);
            assert_eq!(read.privacy_loss, taken.privacy_loss);
            assert!(taken.holds(&epsilon.exp_lower_bound()));
        }
    }

    /// Over the channel of a value its report supports it with chance (P/2³²)ʰ, rounded down to a
    /// part of 2³²; over the channel of another, far less often.
    #[test]
    fn a_filter_is_read_by_all_its_bits() {
        let oracle = BloomFilterEncoding::new(&"3".parse().unwrap(), 2, 2, 4, 5).unwrap();
        let support = FrequencyOracle::support_probabilities(&oracle);
        for value in 0..5 {
            let mut sum = Natural::zero();
            for output in oracle.outputs() {
                if FrequencyOracle::supports(&oracle, &output, value) {
                    sum = sum.plus(&oracle.weight(value, &output));
                }
            }
            let parts = |truth| oracle.row_total().times(truth);
            let scaled = sum.times(BIT_WEIGHT_TOTAL);
            assert!(parts(support.truth) <= scaled && scaled < parts(support.truth + 1));
        }
        assert!(support.other < support.truth / 2);
        // One part of 2³² between P and Q is too little for several hash functions to tell. Of a single
        // one nothing is rounded, and any difference tells.
        let near = |hashes| oracle_of(1, hashes, (1 << 31) + 1, 1 << 31);
        assert!(near(8).is_err() && near(2).is_err() && near(1).is_ok());
        assert!(oracle_of(1, 2, (1 << 31) + 9, 1 << 31).is_ok());
    }

    fn oracle_of(
        cohorts: u64,
        hashes: u64,
        truth: u64,
        other: u64,
    ) -> Result<BloomFilterEncoding, MechanismError> {
        published(&[cohorts, hashes, 4, truth, other], 3)
    }
}
