//! Forced response: with chance π the truth is told, else "yes" is answered with chance θ
//! (Boruch 1971; the two coins of Dwork and Roth with coins of any weight).
//!
//! - **Input** 0 for yes, 1 for no. **Report** an index, 0 or 1.
//! - **Channel** "yes" has chance p = π + (1−π)θ when it is true and q = (1−π)θ when it is not;
//!   P and Q out of T, all integers.
//! - **Privacy** ε = ln max(p/q, (1−q)/(1−p)): the less likely θ makes an answer, the more it tells.
//! - **Estimator** "yes" is supported by yes-reports with p* = p, q* = q; "no" by no-reports with
//!   p* = 1−q, q* = 1−p. The two shares add up to 1.
//! - **Variance** n·Var = q(1−q)/(p−q)² for a rare "yes".
//! - **Choose it** where respondents throw dice or spin a wheel of known chances, or where one of
//!   the answers is the sensitive one. For an ε alone it is randomized response.
//! - **Source** Boruch, The American Sociologist 1971; Dwork and Roth 2014, §3.2. Proof:
//!   `proofs/randomized-response.md`.

use std::num::NonZeroU64;

use rand::CryptoRng;

use crate::kernel::{
    Certificate, Channel, Epsilon, FrequencyOracle, MechanismError, OutsideDomain, PrivacyLoss,
    Randomizer, ReportShape, SupportProbabilities, Weights, certify, check_domain_size,
    exact::Natural, sampling::uniform_below,
};

pub(crate) const NAME: &str = "forced-response";
pub(crate) const SHORT_NAME: &str = "fr";

/// A yes-no question answered with forced responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedResponse {
    /// P, Q and T: the weights of "yes" when it is true and when it is not, and their total.
    yes_if_yes: u64,
    yes_if_no: u64,
    total: NonZeroU64,
    privacy_loss: PrivacyLoss,
}

impl ForcedResponse {
    /// The truth with chance π = `truth`, else "yes" with chance θ = `yes`; both are fractions,
    /// numerator and denominator.
    ///
    /// # Errors
    /// When π or θ does not lie strictly between 0 and 1, or they cannot be written with integers
    /// of 64 bits.
    pub fn new(truth: (u64, u64), yes: (u64, u64)) -> Result<Self, MechanismError> {
        let weights = || {
            let forced = truth.1.checked_sub(truth.0)?;
            let total = truth.1.checked_mul(yes.1)?;
            let yes_if_no = forced.checked_mul(yes.0)?;
            let yes_if_yes = truth.0.checked_mul(yes.1)?.checked_add(yes_if_no)?;
            Some([yes_if_yes, yes_if_no, total])
        };
        let weights = weights().ok_or_else(|| unusable(FRACTIONS))?;
        Self::with_weights(weights)
    }

    fn with_weights([yes_if_yes, yes_if_no, total]: [u64; 3]) -> Result<Self, MechanismError> {
        if !(0 < yes_if_no && yes_if_no < yes_if_yes && yes_if_yes < total) {
            return Err(unusable(FRACTIONS));
        }
        let total = NonZeroU64::new(total).ok_or_else(|| unusable(FRACTIONS))?;
        let no = |yes| Natural::from(total.get() - yes);
        let losses = [
            PrivacyLoss::of_ratio(&yes_if_yes.into(), &yes_if_no.into()),
            PrivacyLoss::of_ratio(&no(yes_if_no), &no(yes_if_yes)),
        ];
        let privacy_loss = match losses {
            [Some(of_yes), Some(of_no)] => of_yes.max(of_no),
            _ => return Err(unusable("they must not cost more than an epsilon of 20")),
        };
        Ok(Self {
            yes_if_yes,
            yes_if_no,
            total,
            privacy_loss,
        })
    }

    fn yes_weight(&self, input: u32) -> u64 {
        if input == 0 {
            self.yes_if_yes
        } else {
            self.yes_if_no
        }
    }
}

const FRACTIONS: &str = "write three integers, the weight of \"yes\" when it is true, the smaller one, above zero, when it is not, and a greater total; or chances strictly between 0 and 1";

const fn unusable(reason: &'static str) -> MechanismError {
    MechanismError::Weights {
        mechanism: NAME,
        reason,
    }
}

/// For an ε alone the second coin is fair.
pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    check_domain_size(NAME, (2, 2), domain_size)?;
    let Weights { truth, other } = Weights::from_epsilon(epsilon);
    Ok(vec![truth, other, truth + other])
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<ForcedResponse, MechanismError> {
    check_domain_size(NAME, (2, 2), domain_size)?;
    let weights = parameters.try_into().map_err(|_| unusable(FRACTIONS))?;
    ForcedResponse::with_weights(weights)
}

impl Randomizer for ForcedResponse {
    type Input = u32;
    type Output = u32;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        let input = OutsideDomain::check(input, 2)?;
        let drawn = uniform_below(self.total, rng);
        Ok(u32::from(drawn >= self.yes_weight(input)))
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.privacy_loss
    }
}

impl Channel for ForcedResponse {
    fn inputs(&self) -> u32 {
        2
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = u32>> {
        Box::new(0..2)
    }

    fn weight(&self, input: u32, output: &u32) -> Natural {
        let yes = self.yes_weight(input);
        Natural::from(if *output == 0 {
            yes
        } else {
            self.total.get() - yes
        })
    }

    fn row_total(&self) -> Natural {
        self.total.get().into()
    }
}

impl FrequencyOracle for ForcedResponse {
    fn domain_size(&self) -> u32 {
        2
    }

    /// Those of "yes".
    fn support_probabilities(&self) -> SupportProbabilities {
        SupportProbabilities {
            truth: self.yes_if_yes,
            other: self.yes_if_no,
            total: self.total.get(),
        }
    }

    fn support_probabilities_of(&self, value: u32) -> SupportProbabilities {
        let yes = self.support_probabilities();
        if value == 0 {
            return yes;
        }
        SupportProbabilities {
            truth: yes.total - yes.other,
            other: yes.total - yes.truth,
            total: yes.total,
        }
    }

    fn supports(&self, output: &u32, value: u32) -> bool {
        *output == value
    }

    fn certificate(&self) -> Certificate {
        certify(self)
    }

    fn report_shape(&self) -> ReportShape {
        ReportShape::Index { below: 2 }
    }
}
