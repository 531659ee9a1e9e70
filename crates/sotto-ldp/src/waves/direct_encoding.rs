//! Longitudinal direct encoding (L-GRR, Arcolezi et al. 2022): direct encoding of the answer, kept,
//! and direct encoding of that in each wave.
//!
//! - **Input** a value v < k. **Permanent value** and **report** an index below k.
//! - **Channel** the permanent value is the answer with weight a∞ and each other value with b; the
//!   report is the permanent value with weight a₂ and each other with b. Together the report is the
//!   answer with weight T = a∞a₂ + (k−1)b², and each other value with
//!   O = a∞b + ba₂ + (k−2)b².
//! - **Privacy** T/O ≤ e^ε₁ for one report, a∞/b ≤ e^ε∞ for the permanent value, and so for all
//!   reports drawn from it.
//! - **Estimator** a report supports the value it names: p* = T/(T+(k−1)O), q* = O/(T+(k−1)O).
//! - **Variance** that of direct encoding at ε₁: the second layer costs nothing but its ε.
//! - **Choose it** for few categories, as direct encoding.
//!
//! **The second layer.** a₂ is the greatest integer with T/O ≤ e^ε₁, that is, ε₂ =
//! ln\[(e^ε₁(e^ε∞+k−2) − (k−1))/(e^ε∞−e^ε₁)\]. The published ε₂ = ln\[(e^(ε₁+ε∞)−1)/(e^ε∞−e^ε₁)\] is
//! the same for k = 2 only and adds needless noise above: at k = 16, ε∞ = 2 and ε₁ = 1 the variance
//! is 26.33/n instead of 5.66/n.
//! - **Source** Arcolezi, Couchot, Al Bouna and Xiao, Digital Communications and Networks 2022,
//!   with another second layer. Proof: `proofs/waves.md`.

use rand::CryptoRng;

use super::{Longitudinal, MOST_EXACT_WAVES, WavesError, check_order, greatest, layers, power};
use crate::{
    kernel::{
        Certificate, Channel, Epsilon, FrequencyOracle, MechanismError, OutsideDomain, PrivacyLoss,
        Randomizer, ReportShape, SupportProbabilities, TwoLevels, Weights, check_domain_size,
        exact::{Natural, SCALE_BITS},
        two_level_certificate,
    },
    randomizers::DirectEncoding,
};

pub(crate) const NAME: &str = "longitudinal-direct-encoding";
pub(crate) const SHORT_NAME: &str = "lgrr";

/// Two layers of direct encoding over a domain of k values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongitudinalDirectEncoding {
    domain_size: u32,
    permanent: DirectEncoding,
    instantaneous: DirectEncoding,
    /// T and O.
    chain: TwoLevels,
}

impl LongitudinalDirectEncoding {
    /// The most categories: both layers' totals must share a word.
    pub const MAX_DOMAIN_SIZE: u32 = 4096;

    /// The two layers whose permanent value loses `permanent` (ε∞), and a single report `first`
    /// (ε₁).
    ///
    /// # Errors
    /// When ε₁ is not below ε∞, or the domain is not of 2 to 4,096 values, or the weights would
    /// not fit.
    pub fn new(permanent: &Epsilon, first: &Epsilon, domain_size: u32) -> Result<Self, WavesError> {
        check_order(permanent, first)?;
        check_domain_size(NAME, (2, Self::MAX_DOMAIN_SIZE), domain_size)?;
        let bound = permanent.exp_lower_bound();
        // The finest weights whose total fits.
        let of_scale = |bits: u32| {
            let kept = Weights {
                truth: bound.shifted_right(SCALE_BITS - bits).to_u64()?,
                other: 1 << bits,
            };
            let instantaneous = calibrated(kept, first, domain_size)?;
            Self::with_weights(kept, instantaneous, domain_size).ok()
        };
        let unusable = MechanismError::Weights {
            mechanism: NAME,
            reason: "no weights for these epsilons fit 64 bits over so many categories: bring them closer to usual ones, such as 2 for all waves and 1 for one",
        };
        Ok((0..=31).rev().find_map(of_scale).ok_or(unusable)?)
    }

    /// The two layers of published weights.
    ///
    /// # Errors
    /// When the weights or the domain do not fit this mechanism.
    pub fn with_weights(
        permanent: Weights,
        instantaneous: Weights,
        domain_size: u32,
    ) -> Result<Self, MechanismError> {
        check_domain_size(NAME, (2, Self::MAX_DOMAIN_SIZE), domain_size)?;
        let permanent = Weights::published(NAME, &permanent.integers())?;
        let instantaneous = Weights::published(NAME, &instantaneous.integers())?;
        let SupportProbabilities {
            truth,
            other,
            total,
        } = chain(permanent, instantaneous, domain_size).ok_or(MechanismError::Weights {
            mechanism: NAME,
            reason: "the product of both layers' totals must fit 64 bits",
        })?;
        Ok(Self {
            domain_size,
            permanent: DirectEncoding::with_weights(NAME, permanent, domain_size)?,
            instantaneous: DirectEncoding::with_weights(NAME, instantaneous, domain_size)?,
            chain: TwoLevels::naming_a_value(NAME, Weights { truth, other }, Some(total))?,
        })
    }

    /// The integers that a survey publishes: a∞, b, a₂, b.
    #[must_use]
    pub fn parameters(&self) -> Vec<u64> {
        [self.permanent(), self.instantaneous()]
            .map(|layer| layer.integers())
            .concat()
    }

    /// The weights of the permanent value.
    #[must_use]
    pub const fn permanent(&self) -> Weights {
        self.permanent.weights()
    }

    /// The weights of a wave's report.
    #[must_use]
    pub const fn instantaneous(&self) -> Weights {
        self.instantaneous.weights()
    }
}

/// T, O and T + (k−1)O, which is the product of both layers' totals, if it fits.
fn chain(
    permanent: Weights,
    instantaneous: Weights,
    domain_size: u32,
) -> Option<SupportProbabilities> {
    let total = permanent
        .total(1, domain_size - 1)?
        .checked_mul(instantaneous.total(1, domain_size - 1)?)?;
    // Parts of the total, so they fit.
    let others = u64::from(domain_size - 1) * permanent.other * instantaneous.other;
    Some(SupportProbabilities {
        truth: permanent.truth * instantaneous.truth + others,
        other: permanent.truth * instantaneous.other
            + permanent.other * instantaneous.truth
            + u64::from(domain_size - 2) * permanent.other * instantaneous.other,
        total,
    })
}

/// The greatest a₂ ≥ b for which one report loses at most ε₁ and the total fits.
fn calibrated(permanent: Weights, first: &Epsilon, domain_size: u32) -> Option<Weights> {
    let bound = first.exp_lower_bound();
    let of = |truth| Weights {
        truth,
        other: permanent.other,
    };
    let found = greatest(permanent.other, u64::MAX, |truth| {
        chain(permanent, of(truth), domain_size).is_some_and(|support| {
            Natural::power_of_two(SCALE_BITS).times(support.truth) <= bound.times(support.other)
        })
    })
    .map(of)?;
    // When one more does not fit, it was the total that stopped the search, not ε₁.
    let more = of(found.truth.checked_add(1)?);
    chain(permanent, more, domain_size).map(|_| found)
}

/// The published integers at ε∞, ε₁ and a domain size.
pub(crate) fn parameters(
    (permanent, first): (&Epsilon, &Epsilon),
    domain_size: u32,
) -> Result<Vec<u64>, WavesError> {
    let both = LongitudinalDirectEncoding::new(permanent, first, domain_size)?;
    Ok(both.parameters())
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    size: u32,
) -> Result<LongitudinalDirectEncoding, MechanismError> {
    let [a, b, c, d] = layers(NAME, parameters)?;
    let of = |truth, other| Weights { truth, other };
    LongitudinalDirectEncoding::with_weights(of(a, b), of(c, d), size)
}

impl Randomizer for LongitudinalDirectEncoding {
    type Input = u32;
    type Output = u32;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        let permanent = self.memoise(input, rng)?;
        self.report(&permanent, rng)
    }

    /// ε₁: what a single report loses.
    fn privacy_loss(&self) -> PrivacyLoss {
        self.chain.privacy_loss
    }
}

impl Longitudinal for LongitudinalDirectEncoding {
    /// The reports that tell v and v′ apart best all name v. Given the permanent value, they have
    /// weight a₂ᵐ if it is v and bᵐ if it is not.
    fn loss_of_waves(&self, waves: u32) -> PrivacyLoss {
        if waves > MOST_EXACT_WAVES {
            return self.permanent_loss();
        }
        let Weights { truth, other } = self.permanent();
        let named = power(self.instantaneous().truth, waves);
        let not_named = power(self.instantaneous().other, waves);
        let rest = not_named
            .times(other)
            .times(u64::from(self.domain_size - 2));
        let of_it = named.times(truth).plus(&not_named.times(other)).plus(&rest);
        let of_another = named.times(other).plus(&not_named.times(truth)).plus(&rest);
        PrivacyLoss::of_ratio(&of_it, &of_another).unwrap_or_else(|| self.permanent_loss())
    }

    fn loss_between_histories(&self, waves: u32) -> PrivacyLoss {
        let micros = Randomizer::privacy_loss(&self.instantaneous).micros();
        PrivacyLoss::from_micros(micros.saturating_mul(waves.into()))
    }
}

impl Channel for LongitudinalDirectEncoding {
    fn inputs(&self) -> u32 {
        self.domain_size
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = u32>> {
        Box::new(0..self.domain_size)
    }

    fn weight(&self, input: u32, output: &u32) -> Natural {
        self.chain.weights.of(input == *output)
    }

    fn row_total(&self) -> Natural {
        self.chain.total().into()
    }
}

impl FrequencyOracle for LongitudinalDirectEncoding {
    fn domain_size(&self) -> u32 {
        self.domain_size
    }

    fn support_probabilities(&self) -> SupportProbabilities {
        self.chain.support
    }

    fn supports(&self, output: &u32, value: u32) -> bool {
        *output == value
    }

    /// Of a single report, at ε₁.
    fn certificate(&self) -> Certificate {
        two_level_certificate(self, self.chain.weights, Some(self.domain_size.into()))
    }

    fn report_shape(&self) -> ReportShape {
        ReportShape::Index {
            below: self.domain_size,
        }
    }

    fn memoise<R: CryptoRng + ?Sized>(
        &self,
        value: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        self.permanent.randomize(value, rng)
    }

    fn report<R: CryptoRng + ?Sized>(
        &self,
        permanent: &u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        self.instantaneous.randomize(*permanent, rng)
    }

    fn permanent_loss(&self) -> PrivacyLoss {
        Randomizer::privacy_loss(&self.permanent)
    }
}
