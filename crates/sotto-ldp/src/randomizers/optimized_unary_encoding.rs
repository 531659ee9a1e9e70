//! Optimized unary encoding: one bit per value, each perturbed on its own (Wang et al. 2017).
//!
//! - **Input** a value v < k. **Report** k bits.
//! - **Channel** the bits are independent; that of the true value is set with chance P/2³² = ½,
//!   any other with Q/2³², Q = ⌈2³²/(e^ε+1)⌉.
//! - **Privacy** two inputs differ in two bits, so the worst ratio is P(2³²−Q)/(Q(2³²−P)) =
//!   (2³²−Q)/Q ≤ e^ε.
//! - **Estimator** a report supports the values whose bits are set: p* = ½, q* = Q/2³².
//! - **Variance** n·Var = 4e^ε/(e^ε−1)² for a rare value, whatever k.
//! - **Choose it** for many categories (k > 3e^ε + 2) when reports of k bits are small enough.

use rand::CryptoRng;

use crate::{
    BIT_WEIGHT_TOTAL, BitWeights, Bits, Channel, Epsilon, FrequencyOracle, Mechanism, PrivacyLoss,
    Randomizer, Report, SupportProbabilities,
    error::{ImpossibleReport, MechanismError, OutsideDomain},
    exact::Natural,
    mechanism::{BuiltOracle, check_domain_size},
    sampling::bernoulli_word,
};

/// The registry's entry.
pub const MECHANISM: Mechanism = Mechanism {
    name: NAME,
    short_name: "oue",
    parameters,
    oracle,
};

const NAME: &str = "optimized-unary-encoding";

/// A report of 65,536 values is 8 KiB.
const MAXIMUM: u32 = 1 << 16;

/// Unary encoding over a domain of k values, with any two bit weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnaryEncoding {
    domain_size: u32,
    /// P and Q, both below 2³².
    truth: u32,
    other: u32,
    privacy_loss: PrivacyLoss,
}

impl UnaryEncoding {
    /// Optimized unary encoding with the weights that ε implies.
    ///
    /// # Errors
    /// When the domain is not of 2 to 65,536 values.
    pub fn optimized(epsilon: &Epsilon, domain_size: u32) -> Result<Self, MechanismError> {
        Self::with_weights(NAME, BitWeights::optimized(epsilon), domain_size)
    }

    fn with_weights(
        mechanism: &'static str,
        weights: BitWeights,
        domain_size: u32,
    ) -> Result<Self, MechanismError> {
        check_domain_size(mechanism, (2, MAXIMUM), domain_size)?;
        let unusable = |reason| MechanismError::Weights { mechanism, reason };
        let bits =
            |weight| u32::try_from(weight).map_err(|_| unusable("each must be below 4294967296"));
        let privacy_loss = weights
            .privacy_loss()
            .ok_or_else(|| unusable("together they must not cost more than an epsilon of 20"))?;
        Ok(Self {
            domain_size,
            truth: bits(weights.truth)?,
            other: bits(weights.other)?,
            privacy_loss,
        })
    }

    fn words(&self) -> u32 {
        self.domain_size.div_ceil(64)
    }

    /// The bits of word `index` that stand for values.
    fn mask(&self, index: u32) -> u64 {
        let values = self.domain_size.saturating_sub(index * 64).min(64);
        u64::MAX.checked_shr(64 - values).unwrap_or(0)
    }
}

fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let UnaryEncoding { truth, other, .. } = UnaryEncoding::optimized(epsilon, domain_size)?;
    Ok(vec![truth.into(), other.into()])
}

fn oracle(parameters: &[u64], domain_size: u32) -> BuiltOracle {
    let weights = BitWeights::published(NAME, parameters)?;
    if weights.truth != BIT_WEIGHT_TOTAL / 2 {
        return Err(MechanismError::Weights {
            mechanism: NAME,
            reason: "the true value's bit is set with chance 2147483648 out of 4294967296",
        });
    }
    Ok(Box::new(UnaryEncoding::with_weights(
        NAME,
        weights,
        domain_size,
    )?))
}

impl Randomizer for UnaryEncoding {
    type Input = u32;
    type Output = Bits;

    /// Draws every bit as if it were another value's, and one more as the true value's; the latter
    /// takes its place by a mask, so that neither branches nor draws depend on the input.
    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<Bits, OutsideDomain> {
        if input >= self.domain_size {
            return Err(OutsideDomain {
                value: input,
                domain_size: self.domain_size,
            });
        }
        let kept = bernoulli_word(self.truth, rng);
        let place = 1_u64 << (input % 64);
        let words = (0..self.words())
            .map(|index| {
                let others = bernoulli_word(self.other, rng) & self.mask(index);
                let here = u64::from(index == input / 64).wrapping_neg() & place;
                (others & !here) | (kept & here)
            })
            .collect();
        Ok(Bits { words })
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.privacy_loss
    }
}

impl Channel for UnaryEncoding {
    fn inputs(&self) -> u32 {
        self.domain_size
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = Bits> + '_> {
        // 2^k bit strings: a domain that does not fit a word cannot be enumerated anyway.
        let end = 1_u64.checked_shl(self.domain_size).unwrap_or(0);
        Box::new((0..end).map(|word| Bits { words: vec![word] }))
    }

    fn weight(&self, input: u32, output: &Bits) -> Natural {
        (0..self.domain_size).fold(Natural::from(1_u64), |product, value| {
            let set = u64::from(if value == input {
                self.truth
            } else {
                self.other
            });
            product.times(if output.is_set(value) {
                set
            } else {
                BIT_WEIGHT_TOTAL - set
            })
        })
    }

    fn row_total(&self) -> Natural {
        Natural::power_of_two(32 * self.domain_size)
    }
}

impl FrequencyOracle for UnaryEncoding {
    fn domain_size(&self) -> u32 {
        self.domain_size
    }

    fn support_probabilities(&self) -> SupportProbabilities {
        SupportProbabilities {
            truth: self.truth.into(),
            other: self.other.into(),
            total: BIT_WEIGHT_TOTAL,
        }
    }

    fn supports(&self, output: &Bits, value: u32) -> bool {
        output.is_set(value)
    }

    fn to_report(&self, output: Bits) -> Report {
        Report::Bits(output.to_bytes(self.domain_size))
    }

    fn read_report(&self, report: &Report) -> Result<Bits, ImpossibleReport> {
        let Report::Bits(bytes) = report else {
            return Err(ImpossibleReport::WrongForm {
                expected: "a bit string in base64url",
                found: report.form(),
            });
        };
        let expected = self.domain_size.div_ceil(8) as usize;
        if bytes.len() != expected {
            return Err(ImpossibleReport::WrongLength {
                expected,
                found: bytes.len(),
            });
        }
        let bits = Bits::from_bytes(bytes);
        let padding_set = (0..)
            .zip(&bits.words)
            .any(|(index, word)| word & !self.mask(index) != 0);
        if padding_set {
            return Err(ImpossibleReport::PaddingSet {
                domain_size: self.domain_size,
            });
        }
        Ok(bits)
    }

    fn longest_report(&self) -> Report {
        Report::Bits(vec![0; self.domain_size.div_ceil(8) as usize])
    }
}
