//! The Laplace mechanism on counts, with discrete noise.

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::CentralError;
use crate::kernel::{Epsilon, float, sampling::DiscreteLaplace};

/// Counts published once, each with discrete Laplace noise of scale Δ/ε (Dwork and Roth 2014,
/// §3.3; Ghosh, Roughgarden and Sundararajan 2009).
///
/// A histogram has sensitivity Δ = 1, however many cells: each person is in one of them, and
/// disjoint groups compose in parallel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CentralCounts {
    noise: DiscreteLaplace,
}

impl CentralCounts {
    /// Noise for counts of which a person changes `sensitivity` by one each, or one by as much.
    /// ε is taken in whole millionths, rounded down.
    ///
    /// # Errors
    /// When the sensitivity is 0 or above 10⁹, or ε is below a millionth.
    pub fn new(epsilon: &Epsilon, sensitivity: u64) -> Result<Self, CentralError> {
        let refused = CentralError::Sensitivity(sensitivity);
        if sensitivity > 1_000_000_000 {
            return Err(refused);
        }
        let micros =
            NonZeroU64::new(epsilon.micros_rounded_down().into()).ok_or(CentralError::Epsilon)?;
        let units = NonZeroU64::new(sensitivity * 1_000_000).ok_or(refused)?;
        Ok(Self {
            noise: DiscreteLaplace::new(micros, units),
        })
    }

    /// Noise for a histogram: every person is in one cell.
    ///
    /// # Errors
    /// When ε is below a millionth.
    pub fn histogram(epsilon: &Epsilon) -> Result<Self, CentralError> {
        Self::new(epsilon, 1)
    }

    /// The noisy counts: published as they are, negative ones too, or post-processed.
    pub fn publish<R: CryptoRng + ?Sized>(&self, counts: &[u64], rng: &mut R) -> Vec<i64> {
        counts
            .iter()
            .map(|&count| {
                let count = i64::try_from(count).unwrap_or(i64::MAX);
                count.saturating_add(self.noise.sample(rng))
            })
            .collect()
    }

    /// The standard deviation of the noise of each count, √(2e^−γ)/(1 − e^−γ) with γ = ε/Δ.
    #[must_use]
    pub fn standard_deviation(&self) -> f64 {
        let decay = self.decay();
        (2.0 * (-decay).exp()).sqrt() / -(-decay).exp_m1()
    }

    pub(super) fn decay(&self) -> f64 {
        let (numerator, denominator) = self.noise.decay();
        float(numerator) / float(denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    fn epsilon(text: &str) -> Epsilon {
        text.parse().unwrap()
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for sensitivity in [0, 1_000_000_001, u64::MAX] {
            assert_eq!(
                CentralCounts::new(&epsilon("1"), sensitivity),
                Err(CentralError::Sensitivity(sensitivity))
            );
        }
        assert_eq!(
            CentralCounts::histogram(&Epsilon::ln_ratio(u32::MAX, u32::MAX - 1).unwrap()),
            Err(CentralError::Epsilon)
        );
    }

    /// Mean, variance and tail of 40,000 draws, seeded; |z| > 5.5 and five deviations of a rare
    /// count: false alarms are rarer than 10⁻⁶.
    #[test]
    fn the_noise_is_what_it_says() {
        let counts = vec![100; 40_000];
        let mut rng = ChaCha20Rng::seed_from_u64(3);
        for (text, sensitivity) in [("1", 1), ("0.1", 1), ("ln 3", 2)] {
            let mechanism = CentralCounts::new(&epsilon(text), sensitivity).unwrap();
            let noise: Vec<f64> = mechanism
                .publish(&counts, &mut rng)
                .into_iter()
                .map(|noisy| noisy as f64 - 100.0)
                .collect();
            let n = noise.len() as f64;
            let deviation = mechanism.standard_deviation();
            let mean = noise.iter().sum::<f64>() / n;
            assert!(mean.abs() < 5.5 * deviation / n.sqrt(), "{text}: {mean}");
            let variance = noise.iter().map(|x| x * x).sum::<f64>() / n;
            // Laplace noise has a kurtosis of about 6: the variance's variance is 5σ⁴/n.
            let ratio = variance / (deviation * deviation);
            assert!(
                (ratio - 1.0).abs() < 6.0 * (5.0 / n).sqrt(),
                "{text}: {ratio}"
            );
            // The least t with Pr[|X| ≥ t] = 2e^(−γt)/(1 + e^−γ) ≤ 1/100.
            let decay = mechanism.decay();
            let limit = ((200.0 / (1.0 + (-decay).exp())).ln() / decay).ceil();
            let beyond = noise.iter().filter(|x| x.abs() >= limit).count() as f64;
            assert!(
                beyond < 400.0 + 5.0 * 20.0 && beyond > 100.0,
                "{text}: {beyond}"
            );
        }
    }

    /// "Sales?" of Adult: the curator's error is of the order of 0.05 %, local two coins' of 10 %.
    #[test]
    fn a_curator_is_far_more_accurate() {
        let central = CentralCounts::histogram(&epsilon("1")).unwrap();
        let relative = central.standard_deviation() / 3650.0;
        assert!((0.0002..0.001).contains(&relative), "{relative}");
        let local = (30_718.0_f64 * 0.75).sqrt() / 3650.0;
        assert!(local > 50.0 * relative, "{local}");
    }
}
