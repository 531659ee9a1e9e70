//! Longitudinal unary encoding: each bit of a code perturbed once for good, and again in each wave
//! (RAPPOR, Erlingsson, Pihur, Korolova 2014; L-OSUE, Arcolezi et al. 2022).
//!
//! - **Input** a value v < k, as a code of k bits with that of v set. **Permanent value** and
//!   **report** k bits.
//! - **Channel** the bits are independent. A permanent bit is set with chance P∞/2³² if the code's
//!   is, else Q∞/2³²; a report's with P₂/2³² if the permanent bit is, else Q₂/2³². Together a bit
//!   is set with chance p* = (P∞P₂ + (2³²−P∞)Q₂)/2⁶⁴ or q* = (Q∞P₂ + (2³²−Q∞)Q₂)/2⁶⁴.
//! - **Privacy** two codes of h bits differ in 2h: ε∞ = h·ln(P∞(2³²−Q∞)/(Q∞(2³²−P∞))), and ε₁ the
//!   same of p* and q*.
//! - **Estimator** a report supports the values whose bits are set.
//! - **Variance** q*(1−q*)/(n(p*−q*)²) for a rare value; L-OSUE has that of optimized unary
//!   encoding at ε₁.
//! - **Choose it** for many categories. L-OSUE is the most accurate; RAPPOR's own parameters are
//!   for comparison.
//! - **Source** Erlingsson, Pihur and Korolova, CCS 2014; Arcolezi, Couchot, Al Bouna and Xiao,
//!   Digital Communications and Networks 2022. Proof: `proofs/waves.md`.

use rand::CryptoRng;

use super::{Longitudinal, MOST_EXACT_WAVES, WavesError, check_order, greatest, layers, power};
use crate::{
    kernel::{
        BIT_WEIGHT_TOTAL, BitWeights, Bits, Certificate, Epsilon, FrequencyOracle, MechanismError,
        OutsideDomain, PrivacyLoss, Randomizer, ReportShape, SupportProbabilities,
        check_domain_size, check_weights,
        exact::{Natural, SCALE_BITS},
        sampling::bernoulli_word,
    },
    randomizers::unary_encoding::{IndependentBits, certificate_of_bits},
};

pub(crate) const NAME: &str = "longitudinal-unary-encoding";
pub(crate) const SHORT_NAME: &str = "losue";

/// The chances of both layers of bits, for codes of any number of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnaryLayers {
    /// P∞ and Q∞.
    permanent: BitWeights,
    /// P₂ and Q₂, both even, so that chances of the chain are out of 2⁶³.
    instantaneous: BitWeights,
}

impl UnaryLayers {
    /// Layers of published weights, out of 2³².
    ///
    /// # Errors
    /// When a chance is zero or one, one of a set bit is not above that of another, or a chance of
    /// the second layer is odd.
    pub fn new(permanent: BitWeights, instantaneous: BitWeights) -> Result<Self, MechanismError> {
        let permanent = BitWeights::published(NAME, &permanent.integers())?;
        let instantaneous = BitWeights::published(NAME, &instantaneous.integers())?;
        let is_even = instantaneous.truth % 2 + instantaneous.other % 2 == 0;
        let reason = "the chances of the second layer must be even integers";
        check_weights(NAME, is_even, reason)?;
        Ok(Self {
            permanent,
            instantaneous,
        })
    }

    /// RAPPOR's layers, all out of 2³²: with chance f a permanent bit is a fair coin; a report's
    /// bit is set with chance q if the permanent one is, else p.
    ///
    /// # Errors
    /// When f is zero or odd or 2³², p is not below q, or p or q is odd, zero or 2³².
    pub fn rappor(f: u64, p: u64, q: u64) -> Result<Self, MechanismError> {
        let is_even = f.is_multiple_of(2) && f <= BIT_WEIGHT_TOTAL;
        check_weights(NAME, is_even, "f must be an even integer below 4294967296")?;
        let permanent = BitWeights {
            truth: BIT_WEIGHT_TOTAL - f / 2,
            other: f / 2,
        };
        let instantaneous = BitWeights { truth: q, other: p };
        Self::new(permanent, instantaneous)
    }

    /// L-OSUE: optimized bits for `permanent` (ε∞), then symmetric ones such that a single report
    /// of one bit's code loses `first` (ε₁).
    ///
    /// # Errors
    /// When ε₁ is not below ε∞.
    pub fn optimized(permanent: &Epsilon, first: &Epsilon) -> Result<Self, WavesError> {
        check_order(permanent, first)?;
        let kept = BitWeights::optimized(permanent);
        let bound = first.exp_lower_bound();
        let of = |half: u64| Self {
            permanent: kept,
            instantaneous: BitWeights {
                truth: 2 * half,
                other: BIT_WEIGHT_TOTAL - 2 * half,
            },
        };
        // A permanent bit of the true value is a fair coin, and stays one: p* = ½, so that the loss
        // is ln((1−q*)/q*).
        let holds = |half: u64| {
            let SupportProbabilities { other, total, .. } = of(half).support_probabilities();
            Natural::power_of_two(SCALE_BITS).times(total - other) <= bound.times(other)
        };
        let even = BIT_WEIGHT_TOTAL / 4;
        let unusable = MechanismError::Weights {
            mechanism: NAME,
            reason: "no second layer is fine enough for so small an epsilon of one wave",
        };
        let found = greatest(even + 1, 2 * even - 1, holds).ok_or(unusable)?;
        Ok(of(found))
    }

    /// The integers that a survey publishes: P∞, Q∞, P₂ and Q₂, out of 2³².
    #[must_use]
    pub fn parameters(&self) -> Vec<u64> {
        [self.permanent, self.instantaneous]
            .map(|layer| layer.integers())
            .concat()
    }

    /// Draws the permanent bits of a code, 64 to a word.
    pub fn memoise<R: CryptoRng + ?Sized>(&self, code: &[u64], rng: &mut R) -> Vec<u64> {
        perturbed(code, self.permanent, rng)
    }

    /// Draws a wave's bits from permanent ones.
    pub fn report<R: CryptoRng + ?Sized>(&self, permanent: &[u64], rng: &mut R) -> Vec<u64> {
        perturbed(permanent, self.instantaneous, rng)
    }

    /// p* and q*: the chances of a report's bit, for a code's bit that is set and one that is not.
    #[must_use]
    pub fn support_probabilities(&self) -> SupportProbabilities {
        let of_bit = |weight: u64| {
            let Self { instantaneous, .. } = self;
            // Below 2³² times 2³¹.
            weight * (instantaneous.truth / 2)
                + (BIT_WEIGHT_TOTAL - weight) * (instantaneous.other / 2)
        };
        SupportProbabilities {
            truth: of_bit(self.permanent.truth),
            other: of_bit(self.permanent.other),
            total: 1 << 63,
        }
    }

    /// ε∞: what permanent bits lose of codes of `set_bits` bits, rounded up; `None` above 20.
    #[must_use]
    pub fn permanent_loss(&self, set_bits: u32) -> Option<PrivacyLoss> {
        let BitWeights { truth, other } = self.permanent;
        let above = product(truth, BIT_WEIGHT_TOTAL - other);
        let below = product(other, BIT_WEIGHT_TOTAL - truth);
        loss_of_powers(&above, &below, set_bits)
    }

    /// What that many reports of an unchanged code of `set_bits` bits lose together, rounded up;
    /// `None` above 20. One report loses ε₁.
    ///
    /// Bits are independent, and the reports that tell two codes apart best always set the bits of
    /// the one and never those of the other. Given a permanent bit that is set, a bit is set in all
    /// m waves with chance P₂ᵐ, and in none with (2³²−P₂)ᵐ.
    #[must_use]
    pub fn loss_of_waves(&self, set_bits: u32, waves: u32) -> Option<PrivacyLoss> {
        if waves > MOST_EXACT_WAVES {
            return self.permanent_loss(set_bits);
        }
        let BitWeights { truth, other } = self.instantaneous;
        let always = (power(truth, waves), power(other, waves));
        let never = (
            power(BIT_WEIGHT_TOTAL - truth, waves),
            power(BIT_WEIGHT_TOTAL - other, waves),
        );
        let mixed = |weight: u64, (set, unset): &(Natural, Natural)| {
            set.times(weight)
                .plus(&unset.times(BIT_WEIGHT_TOTAL - weight))
        };
        let above =
            mixed(self.permanent.truth, &always).product(&mixed(self.permanent.other, &never));
        let below =
            mixed(self.permanent.other, &always).product(&mixed(self.permanent.truth, &never));
        loss_of_powers(&above, &below, set_bits)
    }

    /// What a report's bit loses of its permanent bit, rounded up.
    fn instantaneous_loss_of_a_bit(&self) -> Option<PrivacyLoss> {
        let BitWeights { truth, other } = self.instantaneous;
        let set = PrivacyLoss::of_ratio(&truth.into(), &other.into());
        let unset = PrivacyLoss::of_ratio(
            &(BIT_WEIGHT_TOTAL - other).into(),
            &(BIT_WEIGHT_TOTAL - truth).into(),
        );
        set.zip(unset).map(|(set, unset)| set.max(unset))
    }
}

/// Every bit is drawn as a set one's and as an unset one's, and one of them taken by a mask.
fn perturbed<R: CryptoRng + ?Sized>(code: &[u64], weights: BitWeights, rng: &mut R) -> Vec<u64> {
    // Chances below 2³², by construction.
    let word = |weight: u64| u32::try_from(weight).unwrap_or(u32::MAX);
    let (truth, other) = (word(weights.truth), word(weights.other));
    code.iter()
        .map(|bits| (bernoulli_word(truth, rng) & bits) | (bernoulli_word(other, rng) & !bits))
        .collect()
}

fn product(a: u64, b: u64) -> Natural {
    Natural::from(a).times(b)
}

/// The loss of (above/below)^`exponent`; `None` above 20, and for more bits than codes have.
fn loss_of_powers(above: &Natural, below: &Natural, exponent: u32) -> Option<PrivacyLoss> {
    if exponent > MOST_SET_BITS {
        return None;
    }
    let one = Natural::from(1_u64);
    let raised = |base: &Natural| (0..exponent).fold(one.clone(), |power, _| power.product(base));
    PrivacyLoss::of_ratio(&raised(above), &raised(below))
}

/// No code sets more bits than this.
const MOST_SET_BITS: u32 = 64;

/// Two layers of unary encoding over a domain of k values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongitudinalUnaryEncoding {
    domain_size: u32,
    layers: UnaryLayers,
    permanent_loss: PrivacyLoss,
    instantaneous_loss_of_a_bit: PrivacyLoss,
    privacy_loss: PrivacyLoss,
}

impl LongitudinalUnaryEncoding {
    /// The most categories: a report of 65,536 values is 8 KiB.
    pub const MAX_DOMAIN_SIZE: u32 = 1 << 16;

    /// L-OSUE, whose permanent value loses `permanent` (ε∞), and a single report `first` (ε₁).
    ///
    /// # Errors
    /// When ε₁ is not below ε∞, or the domain is not of 2 to 65,536 values.
    pub fn optimized(
        permanent: &Epsilon,
        first: &Epsilon,
        domain_size: u32,
    ) -> Result<Self, WavesError> {
        let layers = UnaryLayers::optimized(permanent, first)?;
        Ok(Self::with_layers(layers, domain_size)?)
    }

    /// Unary encoding with any layers.
    ///
    /// # Errors
    /// When the domain is not of 2 to 65,536 values, or the layers cost more than an ε of 20.
    pub fn with_layers(layers: UnaryLayers, domain_size: u32) -> Result<Self, MechanismError> {
        check_domain_size(NAME, (2, Self::MAX_DOMAIN_SIZE), domain_size)?;
        let losses = (
            layers.permanent_loss(1),
            layers.instantaneous_loss_of_a_bit(),
            layers.loss_of_waves(1, 1),
        );
        let (Some(permanent_loss), Some(instantaneous_loss_of_a_bit), Some(privacy_loss)) = losses
        else {
            return Err(MechanismError::Weights {
                mechanism: NAME,
                reason: "together they must not cost more than an epsilon of 20",
            });
        };
        Ok(Self {
            domain_size,
            layers,
            permanent_loss,
            instantaneous_loss_of_a_bit,
            privacy_loss,
        })
    }

    /// The chances of both layers.
    #[must_use]
    pub const fn layers(&self) -> &UnaryLayers {
        &self.layers
    }

    /// The bits of word `index` that stand for values.
    fn mask(&self, index: u32) -> u64 {
        let values = self.domain_size.saturating_sub(index * 64).min(64);
        u64::MAX.checked_shr(64 - values).unwrap_or(0)
    }

    fn masked(&self, words: Vec<u64>) -> Bits {
        let words = (0..)
            .zip(words)
            .map(|(index, word)| word & self.mask(index));
        Bits {
            words: words.collect(),
        }
    }
}

/// The published integers at ε∞, ε₁ and a domain size.
pub(crate) fn parameters(
    (permanent, first): (&Epsilon, &Epsilon),
    domain_size: u32,
) -> Result<Vec<u64>, WavesError> {
    let both = LongitudinalUnaryEncoding::optimized(permanent, first, domain_size)?;
    Ok(both.layers().parameters())
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    size: u32,
) -> Result<LongitudinalUnaryEncoding, MechanismError> {
    let [a, b, c, d] = layers(NAME, parameters)?;
    let of = |truth, other| BitWeights { truth, other };
    LongitudinalUnaryEncoding::with_layers(UnaryLayers::new(of(a, b), of(c, d))?, size)
}

impl Randomizer for LongitudinalUnaryEncoding {
    type Input = u32;
    type Output = Bits;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<Bits, OutsideDomain> {
        let permanent = self.memoise(input, rng)?;
        self.report(&permanent, rng)
    }

    /// ε₁: what a single report loses.
    fn privacy_loss(&self) -> PrivacyLoss {
        self.privacy_loss
    }
}

impl Longitudinal for LongitudinalUnaryEncoding {
    fn loss_of_waves(&self, waves: u32) -> PrivacyLoss {
        let found = self.layers.loss_of_waves(1, waves);
        found.unwrap_or(self.permanent_loss)
    }

    /// Two permanent values may differ in all bits.
    fn loss_between_histories(&self, waves: u32) -> PrivacyLoss {
        let bits = u64::from(waves) * u64::from(self.domain_size);
        let micros = self.instantaneous_loss_of_a_bit.micros();
        PrivacyLoss::from_micros(micros.saturating_mul(bits))
    }
}

impl IndependentBits for LongitudinalUnaryEncoding {}

impl FrequencyOracle for LongitudinalUnaryEncoding {
    fn domain_size(&self) -> u32 {
        self.domain_size
    }

    fn support_probabilities(&self) -> SupportProbabilities {
        self.layers.support_probabilities()
    }

    fn supports(&self, output: &Bits, value: u32) -> bool {
        output.is_set(value)
    }

    /// Of a single report, at ε₁.
    fn certificate(&self) -> Certificate {
        certificate_of_bits(self)
    }

    fn report_shape(&self) -> ReportShape {
        ReportShape::Bits {
            bits: self.domain_size,
        }
    }

    fn memoise<R: CryptoRng + ?Sized>(
        &self,
        value: u32,
        rng: &mut R,
    ) -> Result<Bits, OutsideDomain> {
        OutsideDomain::check(value, self.domain_size)?;
        let words = 0..self.domain_size.div_ceil(64);
        let code: Vec<_> = words
            .map(|index| u64::from(index == value / 64) << (value % 64))
            .collect();
        Ok(self.masked(self.layers.memoise(&code, rng)))
    }

    fn report<R: CryptoRng + ?Sized>(
        &self,
        permanent: &Bits,
        rng: &mut R,
    ) -> Result<Bits, OutsideDomain> {
        Ok(self.masked(self.layers.report(permanent.words(), rng)))
    }

    fn permanent_loss(&self) -> PrivacyLoss {
        self.permanent_loss
    }
}
