//! Discrete Gaussian noise, exactly.
//!
//! Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy" (NeurIPS 2020), algorithm 3: discrete
//! Laplace noise is drawn and kept with a chance that is compared in integers; nothing is rounded.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::CentralError;
use crate::kernel::sampling::{DiscreteLaplace, bernoulli_exp};

/// Noise X on the integers with Pr\[X = x\] ∝ e^(−x²/(2σ²)), σ² = `numerator`/`denominator`.
///
/// It is symmetric. Added to integers of which a person changes one by at most Δ, or all together by at most Δ in
/// Euclid's length, it costs ρ = Δ²/(2σ²) of zero-concentrated privacy: [`super::ZeroConcentrated::of_gaussian`].
///
/// For the lessons: no answer of a respondent ever meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscreteGaussian {
    numerator: NonZeroU64,
    denominator: NonZeroU64,
    /// t = ⌊σ⌋ + 1, the scale of the Laplace noise that is drawn first.
    scale: NonZeroU64,
}

impl DiscreteGaussian {
    /// The greatest numerator and denominator of σ²: 2³⁰.
    pub const MOST: u64 = 1 << 30;

    /// Noise of σ² = `numerator`/`denominator`.
    ///
    /// # Errors
    /// When one of them is 0 or above [`Self::MOST`].
    pub fn new(numerator: u64, denominator: u64) -> Result<Self, CentralError> {
        let refused = CentralError::Variance {
            numerator,
            denominator,
        };
        let part = |part: u64| {
            let part = NonZeroU64::new(part).filter(|part| part.get() <= Self::MOST);
            part.ok_or(refused)
        };
        let (numerator, denominator) = (part(numerator)?, part(denominator)?);
        let root = (numerator.get() / denominator.get()).isqrt();
        Ok(Self {
            numerator,
            denominator,
            scale: NonZeroU64::MIN.saturating_add(root),
        })
    }

    /// σ² as a numerator and a denominator.
    #[must_use]
    pub const fn variance(&self) -> (u64, u64) {
        (self.numerator.get(), self.denominator.get())
    }

    /// Draws the noise.
    ///
    /// Y is discrete Laplace noise of scale t and is kept with chance e^(−(|Y| − σ²/t)²/(2σ²)). With σ² = a/b the
    /// exponent is (|Y|·b·t − a)²/(2·a·b·t²); its denominator stays below 2⁶³.
    pub fn sample<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> i64 {
        let laplace = DiscreteLaplace::new(NonZeroU64::MIN, self.scale);
        let [a, b, t] = [self.numerator, self.denominator, self.scale].map(NonZeroU64::get);
        // a, b ≤ 2³⁰ and t² ≤ 4·max(1, a/b): at most 2·2³⁰·2³⁰·4.
        let denominator = NonZeroU64::MIN.saturating_add(2 * a * b * t * t - 1);
        loop {
            let drawn = laplace.sample(rng);
            let apart = (u128::from(drawn.unsigned_abs()) * u128::from(b * t)).abs_diff(a.into());
            // Beyond 2⁶⁴ lies a magnitude of more than e^(2¹⁸) to one against: never kept.
            let Some(square) = apart.checked_mul(apart) else {
                continue;
            };
            let wide = u128::from(denominator.get());
            let (whole, rest) = (square / wide, square % wide);
            let rest = u64::try_from(rest).unwrap_or(u64::MAX);
            let kept = (0..whole).all(|_| bernoulli_exp(1, NonZeroU64::MIN, rng))
                && bernoulli_exp(rest, denominator, rng);
            if kept {
                return drawn;
            }
        }
    }

    /// Integers, each with noise of its own: published as they are, negative ones too.
    pub fn publish<R: CryptoRng + ?Sized>(&self, counts: &[u64], rng: &mut R) -> Vec<i64> {
        counts
            .iter()
            .map(|&count| {
                let count = i64::try_from(count).unwrap_or(i64::MAX);
                count.saturating_add(self.sample(rng))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    fn mass(x: i64, variance: f64) -> f64 {
        let weight = |x: i64| (-(x as f64).powi(2) / (2.0 * variance)).exp();
        weight(x) / (-400..=400).map(weight).sum::<f64>()
    }

    /// Frequencies of 100,000 draws, |z| ≤ 6 for every value within four deviations, seeded: a false alarm has a chance
    /// below 2·10⁻⁷.
    #[test]
    fn the_gaussian_noise_is_what_it_says() {
        let mut rng = ChaCha20Rng::seed_from_u64(21);
        for (numerator, denominator) in [(1, 4), (1, 1), (9, 2), (100, 1)] {
            let noise = DiscreteGaussian::new(numerator, denominator).unwrap();
            let variance = numerator as f64 / denominator as f64;
            let draws = 100_000;
            let mut seen = std::collections::BTreeMap::new();
            for _ in 0..draws {
                *seen.entry(noise.sample(&mut rng)).or_insert(0_u32) += 1;
            }
            let n = f64::from(draws);
            let far = (4.0 * variance.sqrt()).ceil() as i64;
            for x in -far..=far {
                let chance = mass(x, variance);
                let seen = f64::from(seen.get(&x).copied().unwrap_or(0));
                let deviation = (n * chance * (1.0 - chance)).sqrt().max(1.0);
                assert!(
                    (seen - n * chance).abs() < 6.0 * deviation,
                    "{numerator}/{denominator} {x}: {seen}"
                );
            }
        }
    }

    /// Canonne, Kamath and Steinke 2020: the variance is at most σ², and nearly σ² unless σ is small.
    #[test]
    fn its_variance_is_at_most_what_is_asked_for() {
        for (variance, least) in [(0.25, 0.2), (1.0, 0.999), (9.0, 8.999)] {
            let found: f64 = (-400..=400)
                .map(|x: i64| (x as f64).powi(2) * mass(x, variance))
                .sum();
            assert!(
                found <= variance + 1e-12 && found > least,
                "{variance}: {found}"
            );
        }
    }

    #[test]
    fn variances_that_cannot_be_are_refused() {
        for (numerator, denominator) in [
            (0, 1),
            (1, 0),
            (DiscreteGaussian::MOST + 1, 1),
            (1, u64::MAX),
        ] {
            assert!(DiscreteGaussian::new(numerator, denominator).is_err());
        }
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        for (numerator, denominator) in [(DiscreteGaussian::MOST, 1), (1, DiscreteGaussian::MOST)] {
            let noise = DiscreteGaussian::new(numerator, denominator).unwrap();
            assert_eq!(noise.variance(), (numerator, denominator));
            // Six deviations of 32,768 each are exceeded with a chance of 2e-9.
            assert!(noise.sample(&mut rng).abs() < 6 * 32_768);
        }
    }
}
