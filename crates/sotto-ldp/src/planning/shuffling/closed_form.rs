//! The bound that can be computed by hand.

use super::{ShufflingError, check};
use crate::kernel::{PrivacyLoss, float};

/// The central ε of a pile of `reports` reports that cost `loss` each: with ε₀ the loss,
/// a = 8√(e^ε₀·ln(4/δ)/n), c = 8e^ε₀/n and x = ln(1 + a + c), it is at most
/// ln(1 + (1 − e^−ε₀)/(1 + e^(−ε₀−x))·(a + c)), and never above ε₀ (Feldman, McMillan and Talwar
/// 2021, theorem 3.1).
///
/// ```
/// use sotto_ldp::{PrivacyLoss, shuffling::closed_form};
/// let one = PrivacyLoss::from_micros(1_000_000);
/// let central = closed_form(one, 10_000, 1e-6)?;
/// assert!((0.2..0.3).contains(&central));
/// # Ok::<(), sotto_ldp::shuffling::ShufflingError>(())
/// ```
///
/// # Errors
/// When there are no reports, δ is not between 0 and 1, or ε₀ > ln(n/(16·ln(4/δ))), for which the
/// theorem says nothing.
pub fn closed_form(loss: PrivacyLoss, reports: u64, delta: f64) -> Result<f64, ShufflingError> {
    check(reports, delta)?;
    let (epsilon, n) = (loss.to_f64(), float(reports));
    let rarity = (4.0 / delta).ln();
    let greatest = (n / (16.0 * rarity)).ln();
    if epsilon > greatest {
        return Err(ShufflingError::TooFewReports { epsilon, greatest });
    }
    let sum = 8.0 * (epsilon.exp() * rarity / n).sqrt() + 8.0 * epsilon.exp() / n;
    let shrunk = (-epsilon).exp();
    let central = ((1.0 - shrunk) / (1.0 + shrunk / (1.0 + sum)) * sum).ln_1p();
    Ok(central.min(epsilon))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_published_figure() {
        let one = PrivacyLoss::from_micros(1_000_000);
        let found = closed_form(one, 10_000, 1e-6).unwrap();
        assert!((found - 0.22).abs() < 0.05, "{found}");
    }

    #[test]
    fn beyond_its_validity_it_is_refused() {
        let loss = PrivacyLoss::from_micros(5_000_000);
        // ln(10000/(16·15.2)) = 3.716
        match closed_form(loss, 10_000, 1e-6) {
            Err(ShufflingError::TooFewReports { epsilon, greatest }) => {
                assert!((epsilon - 5.0).abs() < 1e-12 && (greatest - 3.716).abs() < 0.001);
            }
            other => panic!("{other:?}"),
        }
        let one = PrivacyLoss::from_micros(1_000_000);
        assert_eq!(closed_form(one, 0, 1e-6), Err(ShufflingError::NoReports));
        for delta in [0.0, 1.0, -1.0, f64::NAN] {
            assert!(matches!(
                closed_form(one, 10, delta),
                Err(ShufflingError::Delta(_))
            ));
        }
    }

    proptest! {
        #[test]
        fn more_reports_hide_better(micros in 1_u64..3_000_000, reports in 20_000_u64..1_000_000_000) {
            let loss = PrivacyLoss::from_micros(micros);
            let (few, many) = (closed_form(loss, reports, 1e-6), closed_form(loss, reports * 2, 1e-6));
            if let Ok(few) = few {
                prop_assert!(many.unwrap() <= few && few <= loss.to_f64());
            }
        }
    }
}
