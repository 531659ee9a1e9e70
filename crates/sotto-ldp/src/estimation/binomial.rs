//! The binomial distribution: masses, tails and the bounds of Clopper and Pearson.
//!
//! statrs's incomplete beta function stops after 140 terms of its continued fraction, which is too
//! few from about 10⁵ reports on; this one goes on until it has converged. Only estimators, the
//! planner and the auditor read it: no sample is drawn from these numbers.

use std::f64::consts::PI;

use crate::kernel::float;

/// ln Pr\[X = count\] for X ~ Binomial(trials, chance), by Loader's saddle-point expansion (2000):
/// relative error about 10⁻¹⁴ whatever `trials`.
pub(crate) fn ln_mass(trials: u64, count: u64, chance: f64) -> f64 {
    if count > trials {
        return f64::NEG_INFINITY;
    }
    let (n, c) = (float(trials), float(count));
    if count == 0 {
        return if trials == 0 {
            0.0
        } else {
            n * (-chance).ln_1p()
        };
    }
    if count == trials {
        return n * chance.ln();
    }
    let rest = n - c;
    stirling_error(n)
        - stirling_error(c)
        - stirling_error(rest)
        - deviance(c, n * chance)
        - deviance(rest, n * (1.0 - chance))
        + 0.5 * (n / (2.0 * PI * c * rest)).ln()
}

/// Pr\[X ≥ count\] for X ~ Binomial(trials, chance): the regularized incomplete beta function
/// `I_chance(count, trials − count + 1)`.
pub(crate) fn upper_tail(trials: u64, count: u64, chance: f64) -> f64 {
    if count == 0 {
        return 1.0;
    }
    if count > trials || chance <= 0.0 {
        return 0.0;
    }
    if chance >= 1.0 {
        return 1.0;
    }
    let (a, b) = (float(count), float(trials - count) + 1.0);
    // The fraction converges fast below the mean; above it the other tail is taken.
    if chance < (a + 1.0) / (a + b + 2.0) {
        let mass = ln_mass(trials, count, chance).exp();
        mass * (1.0 - chance) * continued_fraction(a, b, chance)
    } else {
        let mass = ln_mass(trials, count - 1, chance).exp();
        1.0 - mass * chance * continued_fraction(b, a, 1.0 - chance)
    }
}

/// The chance below which Pr\[X ≥ count\] ≤ `tail`: the one-sided lower bound of Clopper and
/// Pearson (1934), 0 for a count of 0.
pub(crate) fn lower_bound(trials: u64, count: u64, tail: f64) -> f64 {
    if count == 0 || count > trials {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    let mut chance = (float(count) - 0.5) / float(trials);
    // Newton's method for ln Pr as a function of ln chance, where it is concave and increasing, so
    // that the steps approach from one side; bisection where a step would leave the bracket.
    for _ in 0..200 {
        let found = upper_tail(trials, count, chance);
        if found < tail {
            low = chance;
        } else {
            high = chance;
        }
        let slope = float(count) * ln_mass(trials, count, chance).exp() / found;
        let step = chance * ((tail.ln() - found.ln()) / slope).exp();
        let next = if low < step && step < high {
            step
        } else {
            0.5 * (low + high)
        };
        let done = (next - chance).abs() <= 4.0 * f64::EPSILON * chance;
        chance = next;
        if done {
            break;
        }
    }
    chance
}

/// The chance above which Pr\[X ≤ count\] ≤ `tail`: the one-sided upper bound of Clopper and
/// Pearson (1934), 1 for a count of `trials`.
pub(crate) fn upper_bound(trials: u64, count: u64, tail: f64) -> f64 {
    1.0 - lower_bound(trials, trials.saturating_sub(count), tail)
}

/// The continued fraction of the incomplete beta function by Lentz's method (Numerical Recipes
/// §6.4), which takes O(√max(a, b)) terms.
fn continued_fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |y: f64| if y.abs() < TINY { TINY } else { y };
    let mut above = 1.0;
    let mut below = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = below;
    for pair in 1..2_000_000_u32 {
        let pair = f64::from(pair);
        let term = a + 2.0 * pair;
        let even = pair * (b - pair) * x / ((term - 1.0) * term);
        let odd = -(a + pair) * (a + b + pair) * x / (term * (term + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            below = 1.0 / away_from_zero(1.0 + term * below);
            above = away_from_zero(1.0 + term / above);
            change = below * above;
            fraction *= change;
        }
        if (change - 1.0).abs() <= 2.0 * f64::EPSILON {
            break;
        }
    }
    fraction
}

/// ln n! − (n + ½)·ln n + n − ½·ln 2π for whole n ≥ 1.
fn stirling_error(n: f64) -> f64 {
    if n < 16.0 {
        let mut factorial = 1.0;
        let mut factor = 2.0;
        while factor <= n {
            factorial *= factor;
            factor += 1.0;
        }
        return f64::ln(factorial) - (n + 0.5) * n.ln() + n - 0.5 * (2.0 * PI).ln();
    }
    let square = n * n;
    (1.0 / 12.0
        - (1.0 / 360.0
            - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / (1188.0 * square)) / square) / square)
            / square)
        / n
}

/// x·ln(x/m) + m − x, without cancellation for x near m.
fn deviance(x: f64, mean: f64) -> f64 {
    let ratio = (x - mean) / (x + mean);
    if ratio.abs() >= 0.1 {
        return x * (x / mean).ln() + mean - x;
    }
    let square = ratio * ratio;
    let mut sum = (x - mean) * ratio;
    let mut power = 2.0 * x * ratio;
    let mut odd = 1.0;
    loop {
        power *= square;
        odd += 2.0;
        let next = sum + power / odd;
        if (next - sum).abs() <= f64::EPSILON * sum.abs() {
            return next;
        }
        sum = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use statrs::function::beta::{beta_reg, inv_beta_reg};

    /// Binomial coefficients are exact in floats this small.
    fn plain_mass(trials: u64, count: u64, chance: f64) -> f64 {
        let ways = (1..=count).fold(1.0, |ways, i| ways * (trials - count + i) as f64 / i as f64);
        ways * chance.powi(count as i32) * (1.0 - chance).powi((trials - count) as i32)
    }

    #[test]
    fn masses_and_tails_are_plain_sums() {
        for trials in [1, 2, 7, 40] {
            for chance in [1e-9, 0.01, 0.25, 0.5, 0.9, 1.0 - 1e-9] {
                let mut tail = 0.0;
                for count in (0..=trials).rev() {
                    let mass = plain_mass(trials, count, chance);
                    tail += mass;
                    if mass < 1e-290 {
                        continue; // no float holds it
                    }
                    let found = ln_mass(trials, count, chance).exp();
                    assert!(
                        (found / mass - 1.0).abs() < 1e-12,
                        "{trials} {count} {chance}"
                    );
                    let found = upper_tail(trials, count, chance);
                    assert!(
                        (found / tail - 1.0).abs() < 1e-11,
                        "{trials} {count} {chance}"
                    );
                }
            }
        }
    }

    #[test]
    fn bounds_are_the_published_ones() {
        // 0 of 20: the upper 97.5 % bound is 1 − 0.025^(1/20); 10 of 20: 0.2720 to 0.7280.
        let upper = upper_bound(20, 0, 0.025);
        assert!((upper - (1.0 - 0.025_f64.powf(0.05))).abs() < 1e-13);
        assert!((lower_bound(20, 10, 0.025) - 0.271_957_8).abs() < 1e-7);
        assert!((upper_bound(20, 10, 0.025) - 0.728_042_2).abs() < 1e-7);
        assert!(lower_bound(20, 0, 0.025).abs() < 1e-300);
        assert!((upper_bound(20, 20, 0.025) - 1.0).abs() < 1e-15);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// statrs agrees where its 140 terms suffice.
        #[test]
        fn statrs_agrees_on_small_numbers(trials in 1_u64..300, seed: u64, tail in 0.001..0.4_f64) {
            let count = 1 + seed % trials;
            let (a, b) = (count as f64, (trials - count + 1) as f64);
            let bound = lower_bound(trials, count, tail);
            prop_assert!((bound - inv_beta_reg(a, b, tail)).abs() < 1e-6);
            prop_assert!((upper_tail(trials, count, bound) - beta_reg(a, b, bound)).abs() < 1e-9);
        }

        #[test]
        fn bounds_invert_the_tail(trials in 1_u64..20_000_000, seed: u64, exponent in -20.0..-0.4_f64) {
            let count = 1 + seed % trials;
            let tail = 10_f64.powf(exponent);
            let bound = lower_bound(trials, count, tail);
            prop_assert!(0.0 < bound && bound <= 1.0);
            let found = upper_tail(trials, count, bound);
            prop_assert!((found / tail - 1.0).abs() < 1e-6, "{found} {tail}");
        }
    }

    /// At ten million trials the bounds are the normal ones to the order of 1/n.
    #[test]
    fn large_numbers_approach_the_normal_bound() {
        let (trials, count) = (10_000_000, 2_689_414);
        let share = count as f64 / trials as f64;
        let deviation = (share * (1.0 - share) / trials as f64).sqrt();
        let z = (share - lower_bound(trials, count, 0.025)) / deviation;
        assert!((z - 1.96).abs() < 2e-3, "{z}");
    }
}
