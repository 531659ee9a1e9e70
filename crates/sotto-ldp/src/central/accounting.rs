//! What several releases cost a person together, in the curator's model: advanced composition and zero-concentrated
//! privacy. Basic composition is [`crate::composition::sequential`].

use super::CentralError;

/// ε of `releases` mechanisms of ε = `each`, each of which may choose by what came before, but for a chance of `delta`:
/// √(2k·ln(1/δ))·ε + k·ε·(e^ε − 1) (Dwork, Rothblum and Vadhan 2010; Dwork and Roth 2014, theorem 3.20).
///
/// For few releases basic composition is better: take the lesser.
///
/// # Errors
/// When δ is not between 0 and 1.
pub fn advanced_composition(each: f64, releases: u32, delta: f64) -> Result<f64, CentralError> {
    let k = f64::from(releases);
    let root = (2.0 * k * rarity(delta)?).sqrt();
    Ok(root * each + k * each * each.exp_m1())
}

/// A loss in zero-concentrated privacy (Bun and Steinke 2016): ρ, of which several add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct ZeroConcentrated {
    rho: f64,
}

impl ZeroConcentrated {
    /// Of Gaussian noise with that variance σ² on what a person changes by at most `sensitivity`: Δ²/(2σ²).
    #[must_use]
    pub fn of_gaussian(sensitivity: f64, variance: f64) -> Self {
        Self {
            rho: sensitivity * sensitivity / (2.0 * variance),
        }
    }

    /// Of a mechanism that is private with ε: ε²/2.
    #[must_use]
    pub fn of_pure(epsilon: f64) -> Self {
        Self {
            rho: epsilon * epsilon / 2.0,
        }
    }

    /// ρ.
    #[must_use]
    pub const fn rho(self) -> f64 {
        self.rho
    }

    /// Of so many releases like this one together.
    #[must_use]
    pub fn times(self, releases: u32) -> Self {
        Self {
            rho: self.rho * f64::from(releases),
        }
    }

    /// ε but for a chance of `delta`: ρ + 2√(ρ·ln(1/δ)) (Bun and Steinke 2016, proposition 1.3).
    ///
    /// # Errors
    /// When δ is not between 0 and 1.
    pub fn epsilon(self, delta: f64) -> Result<f64, CentralError> {
        Ok(self.rho + 2.0 * (self.rho * rarity(delta)?).sqrt())
    }
}

/// The most releases, up to `most`, whose cost stays within `budget`; the cost must not fall as their number rises.
pub fn most_releases(budget: f64, most: u32, cost: impl Fn(u32) -> f64) -> u32 {
    let (mut within, mut beyond) = (0, most.saturating_add(1));
    while beyond - within > 1 {
        let middle = u32::midpoint(within, beyond);
        // A cost that is no number is within no budget.
        if cost(middle) <= budget {
            within = middle;
        } else {
            beyond = middle;
        }
    }
    within
}

/// ln(1/δ)
pub(super) fn rarity(delta: f64) -> Result<f64, CentralError> {
    if delta > 0.0 && delta < 1.0 {
        Ok(-delta.ln())
    } else {
        Err(CentralError::Delta(delta))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The book's example: 10,000 databases in a life and δ = e^(−32). The first term is 800/801 at its ε of 1/801, as
    /// it says; the second, which it leaves out there, adds 0.0156.
    #[test]
    fn ten_thousand_databases_in_a_life() {
        let delta = (-32_f64).exp();
        let found = advanced_composition(1.0 / 801.0, 10_000, delta).unwrap();
        assert!((found - (800.0 / 801.0 + 0.0156)).abs() < 1e-4, "{found}");
        assert!(advanced_composition(1.0 / 813.0, 10_000, delta).unwrap() < 1.0);
        // Basic composition: 12.5.
        assert!((10_000.0 / 801.0_f64 - 12.484).abs() < 1e-3);
    }

    #[test]
    fn losses_in_rho_add_up_and_beat_advanced_composition() {
        let one = ZeroConcentrated::of_pure(0.1);
        assert!((one.times(100).rho() - 0.5).abs() < 1e-12);
        // 0.5 + 2√(0.5·ln 10⁶) = 5.757, where advanced composition says 6.31.
        let found = one.times(100).epsilon(1e-6).unwrap();
        assert!((found - 5.7565).abs() < 1e-3, "{found}");
        assert!(found < advanced_composition(0.1, 100, 1e-6).unwrap());
        // σ = 10 on a count: ρ = 1/200.
        let gaussian = ZeroConcentrated::of_gaussian(1.0, 100.0);
        assert!((gaussian.rho() - 0.005).abs() < 1e-15);
    }

    #[test]
    fn a_delta_is_a_chance() {
        for delta in [0.0, 1.0, -1.0, f64::NAN] {
            assert!(advanced_composition(0.1, 5, delta).is_err());
            assert!(ZeroConcentrated::of_pure(1.0).epsilon(delta).is_err());
        }
    }
}
