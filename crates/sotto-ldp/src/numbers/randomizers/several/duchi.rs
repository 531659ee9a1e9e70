//! Duchi's mechanism for several numbers at once: one sign for each.
//!
//! - **Input** a cell iⱼ of each of d grids of Nⱼ+1 cells; it stands for tⱼ from −1 to 1.
//!   **Report** d signs, as bits.
//! - **Channel** each answer is first rounded to a sign vⱼ, + in iⱼ of Nⱼ draws. Then a vector s of
//!   d signs has weight a when it agrees with v in more than half of its signs, else b.
//! - **Privacy** whatever v is, each s has weight a or b out of the same total, so no ratio exceeds
//!   a/b ≤ e^ε; a mixture over v keeps that.
//! - **Estimator** sⱼ stands for ±B with B = G/((a−b)·C(d−1, ⌊d/2⌋)), G the total of the 2^d
//!   weights: exactly unbiased.
//! - **Variance** B² − tⱼ² for one report; B² grows like d.
//! - **Choose it** for means of several numbers at small ε; [`super::SampledCoordinates`] of hybrid
//!   are as good or better above.
//! - **Source** Duchi, Jordan, Wainwright 2018; as in Wang et al. 2019.
//!
//! **Ties.** For even d, a vector can agree in exactly half of its signs. The mechanism has been
//! published with ties in both halves: draw the agreeing half with chance e/(e+1), the
//! other else, then a vector from it, where ties are in either. Then an agreeing vector has weight
//! a, a disagreeing one b, and a tie a + b, although it says nothing: two ties' inputs away from
//! a disagreement, the ratio is (a+b)/b, and the true ε is ln(e^ε+1), 1.31 for a claimed 1. Ties in
//! the agreeing half alone, with B as published, are biased. Here a tie has the smaller weight b,
//! which is both private and, having the least total, the most accurate.

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::{SeveralError, check_dimensions, check_inputs};
use crate::{
    kernel::{
        Bits, Epsilon, ImpossibleReport, MechanismError, PrivacyLoss, Report, ReportShape, Weights,
        exact::Natural, sampling::uniform_below, words_of,
    },
    numbers::{
        error::NumberError,
        randomizers::{check_cells, scaled_weights::privacy_loss},
        ratio::Ratio,
    },
};

const NAME: &str = "duchi";

/// Duchi's mechanism over several grids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeveralDuchi {
    /// The cells of each grid.
    pub(in crate::numbers) grids: Vec<u32>,
    truth: NonZeroU64,
    other: u64,
    privacy_loss: PrivacyLoss,
}

impl SeveralDuchi {
    /// At most so many numbers: their signs are drawn as one word.
    pub const MAX_DIMENSIONS: usize = 64;

    /// Duchi's mechanism over grids of these numbers of cells, with the weights that ε implies.
    ///
    /// # Errors
    /// When there are not from 1 to 64 grids, or one has not from 2 to [`crate::numbers::Grid::MAX_CELLS`] cells.
    pub fn new(epsilon: &Epsilon, grids: &[u32]) -> Result<Self, SeveralDesignError> {
        Self::with_weights(Weights::from_epsilon(epsilon), grids)
    }

    /// The same with published weights.
    ///
    /// # Errors
    /// When the weights or the grids do not fit this mechanism.
    pub fn with_weights(weights: Weights, grids: &[u32]) -> Result<Self, SeveralDesignError> {
        check_dimensions(grids.len(), Self::MAX_DIMENSIONS)?;
        for &cells in grids {
            check_cells(NAME, cells)?;
        }
        let unusable = |reason| MechanismError::Weights {
            mechanism: NAME,
            reason,
        };
        let weights = Weights::published(NAME, &[weights.truth, weights.other])?;
        let truth = NonZeroU64::new(weights.truth)
            .filter(|truth| truth.get() < 1 << 62)
            .ok_or_else(|| unusable("the greater weight must be below 4611686018427387904"))?;
        Ok(Self {
            grids: grids.to_vec(),
            truth,
            other: weights.other,
            privacy_loss: privacy_loss(NAME, weights)?,
        })
    }

    /// The integers that a survey publishes: a and b.
    #[must_use]
    pub fn parameters(&self) -> Vec<u64> {
        vec![self.truth.get(), self.other]
    }

    /// The ε that the weights imply, for all the numbers together, rounded up.
    #[must_use]
    pub const fn privacy_loss(&self) -> PrivacyLoss {
        self.privacy_loss
    }

    /// d: how many numbers.
    #[must_use]
    pub fn dimensions(&self) -> u32 {
        // At most 64.
        u32::try_from(self.grids.len()).unwrap_or(64)
    }

    /// The signs, one bit for each number; set for +.
    ///
    /// A vector of signs is drawn until one is taken: always when it agrees in more than half of
    /// its signs, else with chance b/a. How often depends on how many signs agree, whose
    /// distribution is the same for every input.
    ///
    /// # Errors
    /// When the inputs are not one cell of each grid.
    pub fn randomize<R: CryptoRng + ?Sized>(
        &self,
        inputs: &[u32],
        rng: &mut R,
    ) -> Result<u64, SeveralError> {
        check_inputs(inputs, self.grids.iter().copied())?;
        let mut rounded = 0;
        for (index, (&input, &cells)) in inputs.iter().zip(&self.grids).enumerate() {
            // A grid has at least two cells.
            let steps = NonZeroU64::new(u64::from(cells - 1)).unwrap_or(NonZeroU64::MIN);
            let upper = uniform_below(steps, rng) < u64::from(input);
            rounded |= u64::from(upper) << index;
        }
        loop {
            let signs = rng.next_u64() & self.mask();
            let taken = uniform_below(self.truth, rng) < self.other;
            if self.agrees(signs, rounded) || taken {
                return Ok(signs);
            }
        }
    }

    /// The weight of `signs` when the truth is `inputs`, out of [`Self::row_total`]; zero for
    /// inputs that are none.
    #[must_use]
    pub fn weight(&self, inputs: &[u32], signs: u64) -> Natural {
        if check_inputs(inputs, self.grids.iter().copied()).is_err() || signs & !self.mask() != 0 {
            return Natural::zero();
        }
        // By the number of signs that agree: the weights of all roundings that agree in so many.
        let mut by_agreement = vec![Natural::from(1_u64)];
        for (index, (&input, &cells)) in inputs.iter().zip(&self.grids).enumerate() {
            let upper = signs >> index & 1 == 1;
            let (agrees, differs) = if upper {
                (input, cells - 1 - input)
            } else {
                (cells - 1 - input, input)
            };
            let mut next = vec![Natural::zero(); by_agreement.len() + 1];
            for (count, weight) in by_agreement.iter().enumerate() {
                next[count] = next[count].plus(&weight.times(differs.into()));
                next[count + 1] = next[count + 1].plus(&weight.times(agrees.into()));
            }
            by_agreement = next;
        }
        let half = self.grids.len() / 2;
        by_agreement
            .iter()
            .enumerate()
            .fold(Natural::zero(), |sum, (count, weight)| {
                let factor = if count > half {
                    self.truth.get()
                } else {
                    self.other
                };
                sum.plus(&weight.times(factor))
            })
    }

    /// What the weights of every input add up to: G·ΠNⱼ.
    #[must_use]
    pub fn row_total(&self) -> Natural {
        self.grids
            .iter()
            .fold(Natural::from(self.total()), |product, &cells| {
                product.times(u64::from(cells - 1))
            })
    }

    /// B: what a sign stands for.
    #[must_use]
    pub fn unit(&self) -> Ratio {
        let dimensions = self.dimensions();
        Ratio {
            numerator: self.total(),
            // Below 2⁶² times 2⁶³.
            denominator: u128::from(self.truth.get() - self.other)
                * binomial(dimensions - 1, dimensions / 2),
        }
    }

    /// The form in which the signs travel.
    #[must_use]
    pub fn to_report(&self, signs: u64) -> Report {
        Report::Bits(Bits { words: vec![signs] }.to_bytes(self.dimensions()))
    }

    /// Reads signs that have travelled.
    ///
    /// # Errors
    /// When this mechanism can never have produced them.
    pub fn read_report(&self, report: &Report) -> Result<u64, ImpossibleReport> {
        let bits = self.dimensions();
        ReportShape::Bits { bits }.check(report)?;
        let signs = words_of(report.bytes().unwrap_or_default()).next();
        Ok(signs.unwrap_or(0))
    }

    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.dimensions())
    }

    fn agrees(&self, signs: u64, rounded: u64) -> bool {
        2 * (signs ^ rounded).count_ones() < self.dimensions()
    }

    /// G = a·(vectors that agree in more than half) + b·(all others); below 2¹²⁷.
    fn total(&self) -> u128 {
        let dimensions = self.dimensions();
        let all = 1_u128 << dimensions;
        let ties = if dimensions.is_multiple_of(2) {
            binomial(dimensions, dimensions / 2)
        } else {
            0
        };
        let agreeing = (all - ties) / 2;
        u128::from(self.truth.get()) * agreeing + u128::from(self.other) * (all - agreeing)
    }
}

/// Why a mechanism for several numbers cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeveralDesignError {
    /// There are too few or too many numbers.
    #[error(transparent)]
    Dimensions(#[from] NumberError),
    /// The mechanism does not serve that ε or one of the grids.
    #[error(transparent)]
    Mechanism(#[from] MechanismError),
}

/// C(n, k) for n ≤ 64; every intermediate product is a binomial times at most 64.
fn binomial(n: u32, k: u32) -> u128 {
    if k > n {
        return 0;
    }
    (0..k).fold(1, |product: u128, i| {
        product * u128::from(n - i) / u128::from(i + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::sampling::tests::{ONE, decay};

    #[test]
    fn binomials() {
        assert_eq!(binomial(0, 0), 1);
        assert_eq!(binomial(5, 2), 10);
        assert_eq!(binomial(1, 2), 0);
        assert_eq!(binomial(64, 32), 1_832_624_140_942_590_534);
    }

    /// C_d = 2^(d−1)/C(d−1, (d−1)/2) for odd d, and B = C_d(e+1)/(e−1).
    #[test]
    fn bounds_for_odd_dimensions_are_the_published_ones() {
        // B/C_d = (1 + e⁻¹)/(1 − e⁻¹), in 2⁻⁶⁰ths.
        let kept = decay(1, 1).unsigned_abs();
        let one = ONE.unsigned_abs();
        for (dimensions, (above, below)) in [(1, (1, 1)), (3, (4, 2)), (5, (16, 6))] {
            let several = SeveralDuchi::new(&"1".parse().unwrap(), &vec![3; dimensions]).unwrap();
            let Ratio {
                numerator,
                denominator,
            } = several.unit();
            // Both sides of B = …, multiplied out; the weights are good to 2⁻³⁰.
            let published = Natural::from(denominator * above).product(&Natural::from(one + kept));
            let slack = published.shifted_right(30);
            let found = Natural::from(numerator * below).product(&Natural::from(one - kept));
            assert!(
                found <= published.plus(&slack) && published <= found.plus(&slack),
                "{dimensions}"
            );
        }
    }

    #[test]
    fn the_greatest_dimension_neither_overflows_nor_hangs() {
        use rand::{SeedableRng, rngs::ChaCha20Rng};
        let several = SeveralDuchi::new(&"20".parse().unwrap(), &[2; 64]).unwrap();
        let mut rng = ChaCha20Rng::seed_from_u64(3);
        let signs = several.randomize(&[1; 64], &mut rng).unwrap();
        assert!(signs.count_ones() > 32);
        assert!(several.unit().numerator > several.unit().denominator);
    }

    #[test]
    fn impossible_designs_and_inputs_are_refused() {
        let epsilon = "1".parse().unwrap();
        for grids in [
            vec![],
            vec![2; 65],
            vec![2, 1],
            vec![crate::numbers::Grid::MAX_CELLS + 1],
        ] {
            assert!(SeveralDuchi::new(&epsilon, &grids).is_err());
        }
        for (truth, other) in [(1, 1), (1, 0), (1 << 62, 1 << 40)] {
            let weights = Weights { truth, other };
            assert!(SeveralDuchi::with_weights(weights, &[2]).is_err());
        }
        let several = SeveralDuchi::new(&epsilon, &[2, 5]).unwrap();
        let mut rng = crate::kernel::sampling::tests::Playback(vec![]);
        assert_eq!(
            several.randomize(&[1], &mut rng),
            Err(SeveralError::WrongNumber {
                expected: 2,
                found: 1
            })
        );
        assert!(matches!(
            several.randomize(&[1, 5], &mut rng),
            Err(SeveralError::Outside { index: 1, .. })
        ));
        for report in [
            Report::Index(0),
            Report::Bits(vec![]),
            Report::Bits(vec![4]),
        ] {
            let mut sums = several.empty_sums();
            assert!(several.accumulate(&report, &mut sums).is_err());
            assert_eq!(sums, several.empty_sums());
        }
        assert_eq!(several.read_report(&several.to_report(2)), Ok(2));
    }
}
