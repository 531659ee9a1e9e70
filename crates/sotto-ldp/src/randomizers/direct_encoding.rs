//! Direct encoding: the truth, or any other value with equal chances.
//!
//! Also known as generalized or k-ary randomized response (Kairouz, Bonawitz, Ramage 2016).
//!
//! - **Input** a value v < k. **Report** an index below k.
//! - **Channel** the truth has weight a, each of the other k−1 values weight b, out of
//!   a + (k−1)b.
//! - **Privacy** in every column the weights are a or b, so no ratio exceeds a/b ≤ e^ε.
//! - **Estimator** a report supports the value it names: p* = a/(a+(k−1)b), q* = b/(a+(k−1)b).
//! - **Variance** n·Var = (k−2+e^ε)/(e^ε−1)² for a rare value.
//! - **Choose it** for few categories: it is better than optimized unary encoding while
//!   k < 3e^ε + 2.
//! - **Source** Kairouz, Bonawitz and Ramage, ICML 2016; Wang, Blocki, Li and Jha, USENIX Security
//!   2017. Proof: `proofs/direct-encoding.md`.

use rand::CryptoRng;

use crate::kernel::{
    Certificate, Channel, Epsilon, FrequencyOracle, MechanismError, OutsideDomain, PrivacyLoss,
    Randomizer, ReportShape, SupportProbabilities, TwoLevels, Weights, check_domain_size,
    exact::Natural, two_level_certificate,
};

pub(crate) const NAME: &str = "direct-encoding";
pub(crate) const SHORT_NAME: &str = "grr";

/// Beyond this many categories another mechanism is always better, and the weights could overflow.
const MAXIMUM: u32 = 1 << 16;

/// Direct encoding over a domain of k values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectEncoding {
    domain_size: u32,
    levels: TwoLevels,
}

impl DirectEncoding {
    /// Direct encoding with the weights that ε implies.
    ///
    /// # Errors
    /// When the domain is not of 2 to 65,536 values.
    pub fn new(epsilon: &Epsilon, domain_size: u32) -> Result<Self, MechanismError> {
        Self::with_weights(NAME, Weights::from_epsilon(epsilon), domain_size)
    }

    /// a and b.
    #[must_use]
    pub const fn weights(&self) -> Weights {
        self.levels.weights
    }

    /// The first a of all draws tell the truth; each following b stand for the next other value.
    fn draw<R: CryptoRng + ?Sized>(&self, input: u32, rng: &mut R) -> u32 {
        let steps = self.levels.weights.steps(self.levels.draw(rng));
        let reported = u64::from(input) + steps;
        let domain_size = u64::from(self.domain_size);
        let wrapped = if reported < domain_size {
            reported
        } else {
            reported - domain_size
        };
        // At most k − 1 steps from a value below k ≤ 2¹⁶: once around at most.
        u32::try_from(wrapped).unwrap_or(input)
    }

    pub(crate) fn with_weights(
        mechanism: &'static str,
        weights: Weights,
        domain_size: u32,
    ) -> Result<Self, MechanismError> {
        check_domain_size(mechanism, (2, MAXIMUM), domain_size)?;
        let total = weights.total(1, domain_size - 1);
        Ok(Self {
            domain_size,
            levels: TwoLevels::naming_a_value(mechanism, weights, total)?,
        })
    }
}

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let oracle = DirectEncoding::new(epsilon, domain_size)?;
    Ok(oracle.weights().integers())
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<DirectEncoding, MechanismError> {
    let weights = Weights::published(NAME, parameters)?;
    DirectEncoding::with_weights(NAME, weights, domain_size)
}

impl Randomizer for DirectEncoding {
    type Input = u32;
    type Output = u32;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        let input = OutsideDomain::check(input, self.domain_size)?;
        Ok(self.draw(input, rng))
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.levels.privacy_loss
    }
}

impl Channel for DirectEncoding {
    fn inputs(&self) -> u32 {
        self.domain_size
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = u32>> {
        Box::new(0..self.domain_size)
    }

    fn weight(&self, input: u32, output: &u32) -> Natural {
        self.weights().of(input == *output)
    }

    fn row_total(&self) -> Natural {
        self.levels.total().into()
    }
}

impl FrequencyOracle for DirectEncoding {
    fn domain_size(&self) -> u32 {
        self.domain_size
    }

    fn support_probabilities(&self) -> SupportProbabilities {
        self.levels.support
    }

    fn supports(&self, output: &u32, value: u32) -> bool {
        *output == value
    }

    fn certificate(&self) -> Certificate {
        two_level_certificate(self, self.weights(), Some(self.domain_size.into()))
    }

    fn report_shape(&self) -> ReportShape {
        ReportShape::Index {
            below: self.domain_size,
        }
    }
}
