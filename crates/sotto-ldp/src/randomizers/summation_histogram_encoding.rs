//! Summation with histogram encoding: discrete Laplace noise on every component, which the
//! collector adds up (Wang et al. 2017; the oldest way, and the noisiest).
//!
//! - **Input** a value v < k. **Report** k integers of a fixed number of bytes.
//! - **Channel** component j is m·\[j = v\] + X_j, X_j independent discrete Laplace with
//!   Pr\[X = x\] ∝ e^(−ε|x|/(2m)), drawn exactly; m steps stand for one. What does not fit the bytes
//!   becomes the nearest that does, which only happens with a chance below k·e^(−64).
//! - **Privacy** two inputs change two components by m each, so the quotient of the chances of any
//!   report is at most e^(2m·ε/(2m)) = e^ε; cutting what does not fit is post-processing.
//! - **Estimator** no pure protocol: the share of v is the mean of component v, divided by m. (Not
//!   divided by the sum of all, which would be no longer unbiased.)
//! - **Variance** n·Var = 2e^(−γ)/(1−e^(−γ))²/m² with γ = ε/(2m), which is 8/ε² less 1/(6m²).
//! - **Choose it** for lessons: everything else is better.
//! - **Source** Wang, Blocki, Li and Jha, USENIX Security 2017; drawn as in Canonne, Kamath and
//!   Steinke, NeurIPS 2020. Proof: `proofs/summation-histogram-encoding.md`.

use std::{num::NonZeroU64, sync::OnceLock};

use rand::CryptoRng;

use crate::kernel::{
    BIT_WEIGHT_TOTAL, Bits, Certificate, Epsilon, FrequencyOracle, MechanismError, OutsideDomain,
    PrivacyLoss, Randomizer, ReportShape, SupportProbabilities, check_domain_size,
    sampling::{DiscreteLaplace, LaplaceLanes, NUMBERS},
};

pub(crate) const NAME: &str = "summation-histogram-encoding";
pub(crate) const SHORT_NAME: &str = "she";

/// A collector keeps as many sums as reports have bits.
const MAXIMUM: u32 = 1 << 12;

/// m, unless a survey says otherwise: fine enough for the textbook's variance to a ten-thousandth at
/// ε = 1, and coarse enough for components of two bytes.
const STEPS: u64 = 16;

/// Summation with histogram encoding over a domain of k values.
#[derive(Clone, Debug)]
pub struct SummationHistogramEncoding {
    domain_size: u32,
    /// ε in millionths.
    micros: u32,
    /// m.
    steps: i64,
    /// Bits of a component.
    width: u32,
    noise: DiscreteLaplace,
    /// The sampler of small scales' noise, made when the first report is drawn, which a collector
    /// never does.
    lanes: OnceLock<Option<Box<LaplaceLanes>>>,
}

impl PartialEq for SummationHistogramEncoding {
    fn eq(&self, other: &Self) -> bool {
        let parts = |one: &Self| (one.domain_size, one.micros, one.steps);
        parts(self) == parts(other)
    }
}

impl Eq for SummationHistogramEncoding {}

impl SummationHistogramEncoding {
    /// The encoding at ε, which is rounded down to millionths where it is a logarithm.
    ///
    /// # Errors
    /// When the domain is not of 2 to 4,096 values.
    pub fn new(epsilon: &Epsilon, domain_size: u32) -> Result<Self, MechanismError> {
        Self::with_steps(u64::from(epsilon.micros_rounded_down()), STEPS, domain_size)
    }

    fn with_steps(micros: u64, steps: u64, domain_size: u32) -> Result<Self, MechanismError> {
        check_domain_size(NAME, (2, MAXIMUM), domain_size)?;
        let micros = u32::try_from(micros)
            .ok()
            .filter(|micros| (1..=Epsilon::MAX_MICROS).contains(micros))
            .ok_or_else(|| unusable("epsilon must be from 1 to 20000000 millionths"))?;
        if !(1..=1 << 16).contains(&steps) {
            return Err(unusable("one must stand for 1 to 65536 steps"));
        }
        // γ = ε/(2m)
        let halves = 2_000_000 * steps;
        let (Some(decay), Some(per)) = (NonZeroU64::new(micros.into()), NonZeroU64::new(halves))
        else {
            return Err(unusable("epsilon must be from 1 to 20000000 millionths"));
        };
        // Bytes for 64 times the scale 1/γ on either side: beyond lies e^(−64).
        let reach = 64 * (halves / u64::from(micros) + 1) + steps;
        let width = (64 - reach.leading_zeros() + 1).next_multiple_of(8);
        Ok(Self {
            domain_size,
            micros,
            steps: i64::try_from(steps).unwrap_or(1),
            width,
            noise: DiscreteLaplace::new(decay, per),
            lanes: OnceLock::new(),
        })
    }

    /// The noise on each component.
    #[must_use]
    pub const fn noise(&self) -> DiscreteLaplace {
        self.noise
    }

    /// m: how many steps of the noise stand for one.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps.unsigned_abs()
    }

    /// Half of what a component can hold: components travel with this added, so from 0.
    fn offset(&self) -> i64 {
        1 << (self.width - 1)
    }

    /// The most steps that a component can hold.
    pub(crate) const fn greatest_component(&self) -> u64 {
        (1 << (self.width - 1)) - 1
    }

    /// The component of a value in a report.
    #[must_use]
    pub fn component(&self, output: &Bits, value: u32) -> i64 {
        let start = value * self.width;
        let word = |index: u32| output.words.get(index as usize).copied().unwrap_or(0);
        let pair = u128::from(word(start / 64)) | (u128::from(word(start / 64 + 1)) << 64);
        let cell = (pair >> (start % 64)) & ((1 << self.width) - 1);
        i64::try_from(cell).unwrap_or(0) - self.offset()
    }

    fn bits(&self) -> u32 {
        self.domain_size * self.width
    }

    /// Appends the words of a report.
    fn fill<R: CryptoRng + ?Sized>(&self, input: u32, rng: &mut R, words: &mut Vec<u64>) {
        let lanes = self
            .lanes
            .get_or_init(|| LaplaceLanes::new(self.noise).map(Box::new));
        let offset = self.offset();
        // Components on their way into words, from the least significant bit.
        let (mut pending, mut filled) = (0_u128, 0);
        let mut value = 0;
        while value < self.domain_size {
            let mut noise = [0; NUMBERS];
            let left = (self.domain_size - value) as usize;
            let noise = &mut noise[..left.min(NUMBERS)];
            match lanes {
                Some(lanes) => lanes.fill(noise, rng),
                None => noise.fill_with(|| self.noise.sample(rng)),
            }
            for noise in noise {
                let one = i64::from(value == input) * self.steps;
                let cell = noise.saturating_add(one).clamp(-offset, offset - 1) + offset;
                pending |= u128::from(cell.unsigned_abs()) << filled;
                filled += self.width;
                if filled >= 64 {
                    words.push(low(pending));
                    pending >>= 64;
                    filled -= 64;
                }
                value += 1;
            }
        }
        if filled > 0 {
            words.push(low(pending));
        }
    }
}

const fn unusable(reason: &'static str) -> MechanismError {
    MechanismError::Weights {
        mechanism: NAME,
        reason,
    }
}

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let oracle = SummationHistogramEncoding::new(epsilon, domain_size)?;
    Ok(vec![oracle.micros.into(), oracle.steps()])
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<SummationHistogramEncoding, MechanismError> {
    let [micros, steps] = *parameters else {
        return Err(unusable(
            "write two integers: epsilon in millionths, and the steps that stand for one",
        ));
    };
    SummationHistogramEncoding::with_steps(micros, steps, domain_size)
}

impl Randomizer for SummationHistogramEncoding {
    type Input = u32;
    /// Components with [`Self::component`], one after another from the least significant bit.
    type Output = Bits;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<Bits, OutsideDomain> {
        let input = OutsideDomain::check(input, self.domain_size)?;
        let mut words = Vec::with_capacity(self.bits().div_ceil(64) as usize);
        self.fill(input, rng, &mut words);
        Ok(Bits { words })
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        PrivacyLoss::from_micros(self.micros.into())
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the low word is what is asked for"
)]
const fn low(pair: u128) -> u64 {
    pair as u64
}

impl FrequencyOracle for SummationHistogramEncoding {
    fn domain_size(&self) -> u32 {
        self.domain_size
    }

    /// The chances that a component is above one half, the true value's and any other's: what
    /// [`FrequencyOracle::supports`] tells of a person, rounded to 2³² parts and towards each other.
    /// The estimator does not use them, and all components together tell more than one: what anyone
    /// can learn is bounded by ε alone.
    fn support_probabilities(&self) -> SupportProbabilities {
        // Another component is above m/2 when X is; the true one is not when −X is at least m/2.
        SupportProbabilities {
            truth: BIT_WEIGHT_TOTAL - self.noise.tail(self.steps().div_ceil(2)),
            other: self.noise.tail(self.steps() / 2 + 1),
            total: BIT_WEIGHT_TOTAL,
        }
    }

    fn randomize_into<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
        output: &mut Bits,
    ) -> Result<(), OutsideDomain> {
        let input = OutsideDomain::check(input, self.domain_size)?;
        output.words.clear();
        self.fill(input, rng, &mut output.words);
        Ok(())
    }

    /// Whether the value's component is above one half.
    fn supports(&self, output: &Bits, value: u32) -> bool {
        2 * self.component(output, value) > self.steps
    }

    /// Each bit of each component is counted on its own, so that sums count reports and cannot
    /// overflow; the components' sums follow from the counts.
    fn sum_count(&self) -> u32 {
        self.bits()
    }

    /// The share of each value in whole reports, cut at none and all: for display beside other
    /// mechanisms' supports. Estimates come from the sums themselves.
    fn decode(&self, reports: u64, sums: &[u64]) -> Vec<u64> {
        let steps = i128::from(self.steps);
        self.component_sums(reports, sums)
            .into_iter()
            .map(|sum| u64::try_from((sum + steps / 2).div_euclid(steps)).unwrap_or(0))
            .collect()
    }

    fn likelier_values(&self, output: &Bits) -> Vec<(u32, u32)> {
        (0..self.domain_size)
            .filter_map(|value| {
                let component = self.component(output, value).clamp(0, self.steps);
                let level = u32::try_from(component).ok().filter(|&level| level > 0)?;
                Some((value, level))
            })
            .collect()
    }

    fn certificate(&self) -> Certificate {
        Certificate::of_exponential(self.micros)
    }

    fn report_shape(&self) -> ReportShape {
        ReportShape::Bits { bits: self.bits() }
    }
}

impl SummationHistogramEncoding {
    /// The sum of each component over all reports, in steps.
    pub(crate) fn component_sums(&self, reports: u64, sums: &[u64]) -> Vec<i128> {
        let offset = i128::from(reports) * i128::from(self.offset());
        sums.chunks_exact(self.width as usize)
            .map(|counts| {
                let cells = (0..)
                    .zip(counts)
                    .map(|(bit, &count)| i128::from(count) << bit);
                cells.sum::<i128>() - offset
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::sampling::tests::{ONE, decay};

    /// Adds up e^(−γ|x|)·(1−e^(−γ))/(1+e^(−γ)) one by one, in 2⁻⁶⁰ths. The chances may be off by one of
    /// their 2³² parts.
    #[test]
    fn support_probabilities_are_those_of_the_noise_that_is_drawn() {
        for (micros, steps) in [
            (1_000_000, 256),
            (1_000_000, 1),
            (1_000_000, 2),
            (3_000_000, 7),
            (20_000_000, 256),
            (50_000, 5),
        ] {
            let oracle = SummationHistogramEncoding::with_steps(micros, steps, 4).unwrap();
            let m = steps.cast_signed();
            let kept = decay(micros.into(), 2_000_000 * i128::from(steps));
            let of_none = (ONE - kept) * ONE / (ONE + kept);
            let powers = std::iter::successors(Some(of_none), |mass| Some(mass * kept / ONE));
            let masses: Vec<i128> = powers.take_while(|&mass| mass > 0).collect();
            let above = |one: i64| -> i128 {
                let chances = (0..).zip(&masses).map(|(x, mass): (i64, _)| {
                    let right = i128::from(2 * (one + x) > m);
                    let left = i128::from(x > 0 && 2 * (one - x) > m);
                    (right + left) * mass
                });
                chances.sum()
            };
            let found = FrequencyOracle::support_probabilities(&oracle);
            for (parts, exact) in [(found.truth, above(m)), (found.other, above(0))] {
                assert!(
                    (i128::from(parts) << 28).abs_diff(exact) < (1 << 28) + (1 << 20),
                    "{micros} {steps}: {found:?}, not {exact}"
                );
            }
        }
    }

    #[test]
    fn the_true_component_is_above_one_half_more_often_at_any_epsilon() {
        for micros in [1, 2, 1000, 20_000_000] {
            for steps in [1, 2, 255, 256, 1 << 16] {
                let oracle = SummationHistogramEncoding::with_steps(micros, steps, 2).unwrap();
                let found = FrequencyOracle::support_probabilities(&oracle);
                assert!(found.other < found.truth, "{micros} {steps}");
            }
        }
    }
}
