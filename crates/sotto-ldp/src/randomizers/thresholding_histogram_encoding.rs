//! Thresholding with histogram encoding: Laplace noise on every component, of which only "above
//! the threshold or not" is told (Wang et al. 2017).
//!
//! The noise itself never needs to be drawn: the bits are independent, so the report is unary
//! encoding with the chances that the threshold θ implies.
//!
//! - **Input** a value v < k. **Report** k bits.
//! - **Channel** the true value's bit is set with chance p = 1 − ½e^(−ε(1−θ)/2), any other with
//!   q = ½e^(−εθ/2): P = 2³² − ⌈2³¹·e^(−ε(1−θ)/2)⌉ and Q = ⌈2³¹·e^(−εθ/2)⌉ out of 2³².
//! - **Privacy** noise of scale 2/ε on each component of a vector that changes by 2 in all costs ε;
//!   a threshold on its outcome costs nothing more, and rounding one chance down and the other up
//!   brings them closer. What the integers cost is computed from them, and is less than ε.
//! - **Estimator** a report supports the values whose bits are set: p* = P/2³², q* = Q/2³².
//! - **Variance** n·Var = q(1−q)/(p−q)² for a rare value; the best θ between ½ and 1 makes it least
//!   (at ε = 1: θ = 0.6186, n·Var = 4.8072).
//! - **Choose it** for comparison: optimized unary encoding is always better.
//! - **Source** Wang, Blocki, Li and Jha, USENIX Security 2017. Proof:
//!   `proofs/thresholding-histogram-encoding.md`.

use crate::{
    kernel::{
        BitWeights, Epsilon, MechanismError, check_weights,
        exact::{Natural, SCALE_BITS},
        exp_of_half,
    },
    randomizers::UnaryEncoding,
};

pub(crate) const NAME: &str = "thresholding-histogram-encoding";
pub(crate) const SHORT_NAME: &str = "the";

/// Thresholds are counted in these parts of one.
pub const THRESHOLD_PARTS: u32 = 10_000;

/// The oracle with a given threshold, `parts`/[`THRESHOLD_PARTS`].
///
/// # Errors
/// When the domain is not of 2 to 65,536 values, or the threshold does not lie strictly between 0
/// and 1.
pub fn with_threshold(
    epsilon: &Epsilon,
    parts: u32,
    domain_size: u32,
) -> Result<UnaryEncoding, MechanismError> {
    let reason = "the threshold must lie between 0 and 1, such as 0.6";
    check_weights(NAME, (1..THRESHOLD_PARTS).contains(&parts), reason)?;
    let weights = BitWeights::thresholding(epsilon, parts, THRESHOLD_PARTS);
    UnaryEncoding::with_weights(NAME, weights, domain_size)
}

/// The threshold of the least variance, in parts of [`THRESHOLD_PARTS`].
///
/// The variance falls and then rises between ½ and 1, so halving by its slope finds the least. It is
/// that of p and q before they are rounded to 2³² parts: at a tiny ε rounding moves it by more than
/// the threshold does.
#[must_use]
pub fn best_threshold(epsilon: &Epsilon) -> u32 {
    let (mut low, mut high) = (THRESHOLD_PARTS / 2, THRESHOLD_PARTS - 1);
    while low < high {
        let middle = low.midpoint(high);
        let ((noise, signal), (next_noise, next_signal)) =
            (variance(epsilon, middle), variance(epsilon, middle + 1));
        if noise.product(&next_signal) > next_noise.product(&signal) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// q(1−q)/(p−q)² as a fraction: with u = e^(εθ/2) and w = e^(ε(1−θ)/2) it is
/// (2u − 1)w² / (2uw − u − w)², each scaled by a power of 2¹⁶⁰.
fn variance(epsilon: &Epsilon, parts: u32) -> (Natural, Natural) {
    let one = Natural::power_of_two(SCALE_BITS);
    let u = exp_of_half(epsilon, parts, THRESHOLD_PARTS);
    let w = exp_of_half(epsilon, THRESHOLD_PARTS - parts, THRESHOLD_PARTS);
    // Both are at least one, as the exponentials' bounds begin with 1.
    let above_one = |x: &Natural| x.minus(&one).unwrap_or_else(Natural::zero);
    let noise = u.plus(&above_one(&u)).product(&w).product(&w);
    // 2uw − u − w = w(u − 1) + u(w − 1)
    let gap = w.product(&above_one(&u)).plus(&u.product(&above_one(&w)));
    (noise, gap.product(&gap))
}

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let oracle = with_threshold(epsilon, best_threshold(epsilon), domain_size)?;
    Ok(oracle.bit_weights().integers())
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<UnaryEncoding, MechanismError> {
    UnaryEncoding::published(NAME, parameters, domain_size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_other_threshold_is_better() {
        for text in ["0.000001", "0.000007", "0.01", "1", "ln 9", "20"] {
            let epsilon = text.parse().unwrap();
            let best = best_threshold(&epsilon);
            let (noise, signal) = variance(&epsilon, best);
            let near = best - 2..=best + 2;
            for parts in (1..THRESHOLD_PARTS).step_by(97).chain(near) {
                let (other_noise, other_signal) = variance(&epsilon, parts);
                assert!(
                    noise.product(&other_signal) <= other_noise.product(&signal),
                    "{text}: {parts} is better than {best}"
                );
            }
        }
    }

    /// For ε → 0 the variance is 4/ε². 2³² parts tell p and q apart to within 1 of some 1,000 at the
    /// least ε there is.
    #[test]
    fn the_least_epsilons_are_served() {
        for (text, epsilon) in [("0.000001", 1e-6), ("0.000003", 3e-6), ("0.0001", 1e-4)] {
            let parsed = text.parse().unwrap();
            let the = with_threshold(&parsed, best_threshold(&parsed), 3).unwrap();
            let variance = crate::kernel::FrequencyOracle::support_probabilities(&the).variance();
            let ratio = variance * epsilon * epsilon / 4.0;
            assert!((0.999..1.01).contains(&ratio), "{text}: {ratio}");
            let certificate = crate::kernel::certify(&the);
            assert!(certificate.holds(&parsed.exp_lower_bound()), "{text}");
        }
    }
}
