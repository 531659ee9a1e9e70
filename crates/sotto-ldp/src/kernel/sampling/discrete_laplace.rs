//! Two-sided geometric noise, exactly: the discrete Laplace distribution.
//!
//! Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy" (NeurIPS 2020),
//! algorithms 1 and 2. Everything is decided by comparing uniform integers; nothing is rounded, so
//! the noise is what its formula says to the last digit.

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::uniform_below;
use crate::kernel::{
    exact::{Natural, SCALE_BITS, exp_lower_bound_of},
    weights::least_up_to_half,
};

/// Noise X on the integers with Pr\[X = x\] ∝ e^(−γ|x|), γ = `decay_numerator`/`decay_denominator`.
///
/// It is symmetric, so adding it moves no mean. Its variance is 2e^(−γ)/(1−e^(−γ))², a little less
/// than 2/γ². For inputs that differ by at most Δ, adding it costs ε = γΔ.
///
/// ```
/// use std::num::NonZeroU64;
/// use rand::{SeedableRng, rngs::ChaCha20Rng};
/// use sotto_ldp::DiscreteLaplace;
///
/// let one_tenth = DiscreteLaplace::new(NonZeroU64::MIN, NonZeroU64::new(10).unwrap());
/// let noise = one_tenth.sample(&mut ChaCha20Rng::seed_from_u64(1));
/// assert!(noise.abs() < 1000); // but for a chance of e^(−100)
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscreteLaplace {
    decay_numerator: NonZeroU64,
    decay_denominator: NonZeroU64,
}

impl DiscreteLaplace {
    /// Noise that falls off by e^(−γ) with each step, γ = `decay_numerator`/`decay_denominator`.
    #[must_use]
    pub const fn new(decay_numerator: NonZeroU64, decay_denominator: NonZeroU64) -> Self {
        Self {
            decay_numerator,
            decay_denominator,
        }
    }

    /// γ as a numerator and a denominator.
    #[must_use]
    pub const fn decay(&self) -> (u64, u64) {
        (self.decay_numerator.get(), self.decay_denominator.get())
    }

    pub(crate) const fn decay_parts(&self) -> (NonZeroU64, NonZeroU64) {
        (self.decay_numerator, self.decay_denominator)
    }

    /// Pr\[X ≥ `least`\] for `least` ≥ 1, out of 2³² and rounded up: e^(−γt)/(1 + e^(−γ)), which is
    /// 1/(e^(γt) + e^(γ(t−1))). Good for γt up to 20, the greatest ε.
    pub(crate) fn tail(&self, least: u64) -> u64 {
        // Of a denominator beyond 2⁴⁹, which no mechanism computes, the last digits do not matter.
        let shift = 15_u32.saturating_sub(self.decay_denominator.leading_zeros());
        let (numerator, denominator) = self.decay();
        let exp = |steps: u64| {
            exp_lower_bound_of(
                (numerator >> shift).saturating_mul(steps),
                denominator >> shift,
            )
        };
        let bound = exp(least).plus(&exp(least.saturating_sub(1)));
        let scaled = Natural::power_of_two(SCALE_BITS + 32);
        least_up_to_half(|chance| scaled <= bound.times(chance))
    }

    /// Draws the noise. A magnitude beyond an `i64`, whose chance is below e^(−γ·2⁶²), becomes the
    /// greatest there is.
    pub fn sample<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> i64 {
        let scale = self.decay_denominator;
        let mut small = SmallDraws::default();
        loop {
            // X = U + scale·V is geometric with Pr[X ≥ x] = e^(−x/scale); ⌊X/numerator⌋ is, with γ.
            let remainder = uniform_below(scale, rng);
            if !small.bernoulli_exp_fraction(remainder, scale, rng) {
                continue;
            }
            let mut whole = 0_u64;
            while small.bernoulli_exp_one(rng) {
                whole += 1;
            }
            let geometric = u128::from(scale.get()) * u128::from(whole) + u128::from(remainder);
            // Dividing 128 bits is slow, and hardly ever needed.
            let magnitude = match u64::try_from(geometric) {
                Ok(geometric) => u128::from(geometric / self.decay_numerator),
                Err(_) => geometric / u128::from(self.decay_numerator.get()),
            };
            let magnitude = i64::try_from(magnitude).unwrap_or(i64::MAX);
            // Zero has one sign only: −0 is rejected.
            match small.take(1, rng) {
                0 => return magnitude,
                _ if magnitude == 0 => {}
                _ => return -magnitude,
            }
        }
    }
}

/// True with probability e^(−γ) exactly, γ = `numerator`/`denominator` of any size.
pub fn bernoulli_exp<R: CryptoRng + ?Sized>(
    numerator: u64,
    denominator: NonZeroU64,
    rng: &mut R,
) -> bool {
    let mut small = SmallDraws::default();
    (0..numerator / denominator).all(|_| small.bernoulli_exp_one(rng))
        && small.bernoulli_exp_fraction(numerator % denominator, denominator, rng)
}

/// Random words taken apart into uniform integers of a few bits.
#[derive(Default)]
struct SmallDraws {
    word: u64,
    left: u32,
}

impl SmallDraws {
    /// That many random bits, at most 64.
    fn take<R: CryptoRng + ?Sized>(&mut self, bits: u32, rng: &mut R) -> u64 {
        if self.left < bits {
            self.word = rng.next_u64();
            self.left = 64;
        }
        let taken = self.word & !u64::MAX.checked_shl(bits).unwrap_or(0);
        self.word = self.word.checked_shr(bits).unwrap_or(0);
        self.left -= bits;
        taken
    }

    /// True with probability 1/`bound`, by rejection.
    fn one_in<R: CryptoRng + ?Sized>(&mut self, bound: u64, rng: &mut R) -> bool {
        let width = 64 - (bound - 1).leading_zeros();
        loop {
            let candidate = self.take(width, rng);
            if candidate < bound {
                return candidate == 0;
            }
        }
    }

    /// True with probability e^(−γ) exactly, γ = `numerator`/`denominator` ≤ 1.
    ///
    /// K counts how long draws of chance γ/K, K = 1, 2, …, succeed: Pr\[K > k\] = γᵏ/k!, so that K
    /// is odd with probability 1 − γ + γ²/2! − … = e^(−γ). The chance γ/K is that of two draws, 1/K
    /// and γ, so no product can overflow.
    fn bernoulli_exp_fraction<R: CryptoRng + ?Sized>(
        &mut self,
        numerator: u64,
        denominator: NonZeroU64,
        rng: &mut R,
    ) -> bool {
        let mut draws = 1;
        while self.one_in(draws, rng) && uniform_below(denominator, rng) < numerator {
            draws += 1;
        }
        draws % 2 == 1
    }

    /// The same for γ = 1, where the second draw always succeeds.
    fn bernoulli_exp_one<R: CryptoRng + ?Sized>(&mut self, rng: &mut R) -> bool {
        let mut draws = 1;
        while self.one_in(draws, rng) {
            draws += 1;
        }
        draws % 2 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    fn natural(value: u64) -> NonZeroU64 {
        NonZeroU64::new(value).unwrap()
    }

    fn noise(numerator: u64, denominator: u64) -> DiscreteLaplace {
        DiscreteLaplace::new(natural(numerator), natural(denominator))
    }

    /// A z-test with a fixed seed; |z| > 5.5 has a chance of 4·10⁻⁸.
    #[test]
    fn exponential_coins_have_their_chance() {
        let mut rng = ChaCha20Rng::seed_from_u64(11);
        for (numerator, denominator) in [(0, 1), (1, 10), (1, 2), (1, 1), (5, 2), (3, 1)] {
            let draws = 200_000_u32;
            let heads = (0..draws)
                .filter(|_| bernoulli_exp(numerator, natural(denominator), &mut rng))
                .count() as f64;
            let chance = (-(numerator as f64) / denominator as f64).exp();
            let n = f64::from(draws);
            let deviation = (n * chance * (1.0 - chance)).sqrt();
            assert!(
                (heads - n * chance).abs() <= 5.5 * deviation,
                "e^-{numerator}/{denominator}: {heads}"
            );
        }
    }

    /// Every cell against the closed form, and the mean and variance: |z| > 6 in any of some
    /// hundred cells has a chance below 10⁻⁶.
    #[test]
    fn the_distribution_is_its_formula() {
        let mut rng = ChaCha20Rng::seed_from_u64(12);
        for (numerator, denominator) in [(1, 1), (1, 4), (2, 3), (7, 2)] {
            let gamma = numerator as f64 / denominator as f64;
            let noise = noise(numerator, denominator);
            let draws = 200_000;
            let samples: Vec<_> = (0..draws).map(|_| noise.sample(&mut rng)).collect();
            let n = f64::from(draws);
            let norm = (1.0 - (-gamma).exp()) / (1.0 + (-gamma).exp());
            for x in -8_i64..=8 {
                let chance = norm * (-gamma * x.abs() as f64).exp();
                let seen = samples.iter().filter(|&&sample| sample == x).count() as f64;
                let deviation = (n * chance * (1.0 - chance)).sqrt();
                assert!(
                    (seen - n * chance).abs() < 6.0 * deviation + 1.0,
                    "γ = {gamma}, {x}: {seen}"
                );
            }
            let variance = 2.0 * (-gamma).exp() / (1.0 - (-gamma).exp()).powi(2);
            let mean = samples.iter().map(|&x| x as f64).sum::<f64>() / n;
            assert!(mean.abs() < 6.0 * (variance / n).sqrt(), "mean {mean}");
            let square = samples.iter().map(|&x| (x * x) as f64).sum::<f64>() / n;
            // The fourth moment of Laplace noise is below 7 squared variances for γ ≤ 1, and
            // below 1/variance squared variances more for the coarse ones.
            let spread = variance * ((6.0 + 1.0 / variance) / n).sqrt();
            assert!(
                (square - variance).abs() < 6.0 * spread,
                "{square} {variance}"
            );
        }
    }

    #[test]
    fn huge_scales_neither_overflow_nor_hang() {
        let mut rng = ChaCha20Rng::seed_from_u64(13);
        for noise in [
            noise(1, u64::MAX),
            noise(u64::MAX, u64::MAX),
            noise(u64::MAX, 1),
        ] {
            for _ in 0..100 {
                let _ = noise.sample(&mut rng);
            }
        }
        assert_eq!(noise(u64::MAX, 1).sample(&mut rng), 0);
    }
}
