//! Hadamard response: a column of a Hadamard matrix, more often one where the value's row is +1
//! (Acharya, Sun and Zhang, AISTATS 2019).
//!
//! - **Input** a value v < k. **Report** a column below K, the least power of two above k.
//! - **Channel** value v has row v + 1; row 0, which is +1 everywhere and would tell nothing, is
//!   never used. Columns y where the row is +1 (y and v + 1 have an even number of bits in common)
//!   have weight a, the others b, out of (a + b)K/2.
//! - **Privacy** in every column the weights are a or b, so no ratio exceeds a/b ≤ e^ε.
//! - **Estimator** a report supports the values whose rows are +1 in its column: p* = a/(a+b), and
//!   q* = ½ since two different rows agree in half the columns.
//! - **Variance** n·Var = ((e^ε+1)/(e^ε−1))² for a rare value, whatever k.
//! - **Choose it** for many categories, a small ε, and reports of log₂ K bits that are counted in no
//!   time and decoded by the simplest of transforms. Projective geometry response is as short, and
//!   better from ε = ½ on.
//! - **Source** Acharya, Sun and Zhang, AISTATS 2019. Proof: `proofs/hadamard-response.md`.

use rand::CryptoRng;

use crate::{
    kernel::{
        Certificate, Channel, Epsilon, FrequencyOracle, MechanismError, OutsideDomain, PrivacyLoss,
        Randomizer, ReportShape, SupportProbabilities, TwoLevels, Weights, check_domain_size,
        exact::Natural, two_level_certificate,
    },
    randomizers::hadamard,
};

pub(crate) const NAME: &str = "hadamard-response";
pub(crate) const SHORT_NAME: &str = "hr";

/// A collector keeps as many sums as there are columns: at most 2²⁰.
const MAXIMUM: u32 = (1 << 20) - 1;

/// Hadamard response over a domain of k values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HadamardResponse {
    domain_size: u32,
    /// Out of a + b.
    levels: TwoLevels,
}

impl HadamardResponse {
    /// Hadamard response with the weights that ε implies.
    ///
    /// # Errors
    /// When the domain is not of 2 to 1,048,575 values.
    pub fn new(epsilon: &Epsilon, domain_size: u32) -> Result<Self, MechanismError> {
        Self::with_weights(Weights::from_epsilon(epsilon), domain_size)
    }

    fn with_weights(weights: Weights, domain_size: u32) -> Result<Self, MechanismError> {
        check_domain_size(NAME, (2, MAXIMUM), domain_size)?;
        let total = weights.total(1, 1);
        let support = weights.total(2, 2).map(|twice| SupportProbabilities {
            truth: 2 * weights.truth,
            other: twice / 2,
            total: twice,
        });
        Ok(Self {
            domain_size,
            levels: TwoLevels::new(NAME, weights, total, support)?,
        })
    }

    /// K: the number of columns.
    #[must_use]
    pub const fn columns(&self) -> u32 {
        // The least power of two above k.
        (self.domain_size + 1).next_power_of_two()
    }
}

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let oracle = HadamardResponse::new(epsilon, domain_size)?;
    Ok(oracle.levels.weights.integers())
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<HadamardResponse, MechanismError> {
    let weights = Weights::published(NAME, parameters)?;
    HadamardResponse::with_weights(weights, domain_size)
}

/// A uniform column among those where the row is +1, or −1 when `negative`: a uniform column,
/// moved to the other half when it is in the wrong one. Flipping one bit of the row in it does
/// that, and pairs the halves up.
pub(super) fn column_in_half<R: CryptoRng + ?Sized>(
    row: u32,
    columns: u32,
    negative: bool,
    rng: &mut R,
) -> u32 {
    let column = low(rng.next_u64()) & (columns - 1);
    let wrong = u32::from(hadamard::is_negative(row, column) != negative);
    let lowest_bit = row & row.wrapping_neg();
    column ^ (lowest_bit & wrong.wrapping_neg())
}

#[expect(clippy::cast_possible_truncation, reason = "32 bits are asked for")]
const fn low(word: u64) -> u32 {
    word as u32
}

impl Randomizer for HadamardResponse {
    type Input = u32;
    type Output = u32;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        let input = OutsideDomain::check(input, self.domain_size)?;
        let negative = self.levels.draw(rng) >= self.levels.weights.truth;
        Ok(column_in_half(input + 1, self.columns(), negative, rng))
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.levels.privacy_loss
    }
}

impl Channel for HadamardResponse {
    fn inputs(&self) -> u32 {
        self.domain_size
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = u32>> {
        Box::new(0..self.columns())
    }

    fn weight(&self, input: u32, output: &u32) -> Natural {
        self.levels.weights.of(self.supports(output, input))
    }

    fn row_total(&self) -> Natural {
        Natural::from(self.levels.total()).times((self.columns() / 2).into())
    }
}

impl FrequencyOracle for HadamardResponse {
    fn domain_size(&self) -> u32 {
        self.domain_size
    }

    fn support_probabilities(&self) -> SupportProbabilities {
        self.levels.support
    }

    fn supports(&self, output: &u32, value: u32) -> bool {
        !hadamard::is_negative(value + 1, *output)
    }

    /// Sums count the reports of each column.
    fn sum_count(&self) -> u32 {
        self.columns()
    }

    /// Row r of the transformed sums is (columns where it is +1) − (where it is −1).
    fn decode(&self, reports: u64, sums: &[u64]) -> Vec<u64> {
        let transformed = hadamard::transformed(sums);
        let rows = transformed.iter().skip(1).take(self.domain_size as usize);
        rows.map(|&difference| hadamard::positive_part(reports, difference))
            .collect()
    }

    fn certificate(&self) -> Certificate {
        two_level_certificate(self, self.levels.weights, Some(self.columns().into()))
    }

    fn report_shape(&self) -> ReportShape {
        ReportShape::Index {
            below: self.columns(),
        }
    }
}
