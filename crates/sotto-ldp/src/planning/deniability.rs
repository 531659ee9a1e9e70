//! What a report proves about a person, in whole people out of a hundred.

use crate::{
    estimation::{EstimateError, check_share},
    kernel::{PrivacyLoss, SupportProbabilities},
};

/// Natural frequencies for people: of 100 respondents, how many reports say what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deniability {
    /// Of 100 people whose answer it is, the reports of about this many say so.
    pub said_by_those_it_is_true_of: u64,
    /// Of 100 people whose answer is another one, the reports of about this many say so all the
    /// same.
    pub said_by_the_others: u64,
    /// To someone who thought it an even chance, seeing the report makes it this many in 100.
    pub after_an_even_guess: u64,
}

impl Deniability {
    /// Rounds p*, q* and p*/(p* + q*) to whole people.
    #[must_use]
    pub fn new(support: SupportProbabilities) -> Self {
        let SupportProbabilities {
            truth,
            other,
            total,
        } = support;
        Self {
            said_by_those_it_is_true_of: per_hundred(truth.into(), total.into()),
            said_by_the_others: per_hundred(other.into(), total.into()),
            after_an_even_guess: per_hundred(truth.into(), u128::from(truth) + u128::from(other)),
        }
    }

    /// Of 100 people whose report says so, about how many truly have another answer, where
    /// `in_hundred` of 100 people have it: (1 − π)q*/(πp* + (1 − π)q*), in integers.
    ///
    /// ```
    /// use sotto_ldp::{Deniability, SupportProbabilities};
    /// let two_coins = SupportProbabilities { truth: 3, other: 1, total: 4 };
    /// // Where 20 of 100 have it, 20·¾ = 15 reports of 15 + 80·¼ = 35 are true.
    /// assert_eq!(Deniability::untrue_of_hundred_reports(two_coins, 20)?, 57);
    /// # Ok::<(), sotto_ldp::EstimateError>(())
    /// ```
    ///
    /// # Errors
    /// When more than 100 of 100 have it.
    pub fn untrue_of_hundred_reports(
        support: SupportProbabilities,
        in_hundred: u64,
    ) -> Result<u64, EstimateError> {
        let others = 100_u64
            .checked_sub(in_hundred)
            .ok_or(EstimateError::PeopleOfHundred(in_hundred))?;
        let true_reports = u128::from(in_hundred) * u128::from(support.truth);
        let untrue_reports = u128::from(others) * u128::from(support.other);
        Ok(per_hundred(untrue_reports, true_reports + untrue_reports))
    }
}

/// What someone who thought an answer true with probability `prior` thinks after seeing a report
/// that supports it: πp*/(πp* + (1 − π)q*).
///
/// # Errors
/// When the prior is outside 0 to 1.
pub fn posterior(support: SupportProbabilities, prior: f64) -> Result<f64, EstimateError> {
    check_share(prior)?;
    let (truth, other) = (
        prior * support.of_truth(),
        (1.0 - prior) * support.of_other(),
    );
    // Where neither can be, nothing is learned.
    Ok(if truth + other > 0.0 {
        truth / (truth + other)
    } else {
        prior
    })
}

/// The least and the most that someone who thought an answer true with probability `prior` can think
/// after seeing *any* report that costs `loss`, whatever mechanism made it: the odds move by at most
/// a factor of e^ε either way.
///
/// # Errors
/// When the prior is outside 0 to 1.
pub fn posterior_bounds(prior: f64, loss: PrivacyLoss) -> Result<(f64, f64), EstimateError> {
    check_share(prior)?;
    let factor = odds_factor(loss);
    Ok((
        prior / (prior + (1.0 - prior) * factor),
        prior * factor / (prior * factor + (1.0 - prior)),
    ))
}

/// e^ε: the most by which a report that costs `loss` multiplies anyone's odds. After an even guess,
/// the best guess is right with probability e^ε/(1 + e^ε) at most.
#[must_use]
pub fn odds_factor(loss: PrivacyLoss) -> f64 {
    loss.to_f64().exp()
}

/// A part of a total as people out of a hundred, rounded to the nearest. Every number of people that is shown to
/// anybody is rounded so, by this function or by [`in_hundred`], so that no two places tell different numbers of one
/// thing. Where it is shown, 0 is "fewer than 1" and 100 "more than 99": rounding must not claim nobody or everybody.
#[must_use]
pub fn per_hundred(part: u128, total: u128) -> u64 {
    let rounded = (part * 100 + total / 2) / total.max(1);
    u64::try_from(rounded).unwrap_or(100)
}

/// A chance as people out of a hundred, rounded as by [`per_hundred`].
///
/// ```
/// use sotto_ldp::{PrivacyLoss, deniability::{in_hundred, posterior_bounds}};
/// let (_, guess) = posterior_bounds(0.5, PrivacyLoss::from_micros(2_000_000))?;
/// assert_eq!(in_hundred(guess), 88); // 0.8808
/// # Ok::<(), sotto_ldp::EstimateError>(())
/// ```
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a chance is from 0 to 1, and the conversion keeps to that range"
)]
pub fn in_hundred(chance: f64) -> u64 {
    ((100.0 * chance + 0.5) as u64).min(100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TWO_COINS: SupportProbabilities = SupportProbabilities {
        truth: 3,
        other: 1,
        total: 4,
    };

    /// Warner at ε = 1: e/(e+1) = 0.7311.
    const WARNER: SupportProbabilities = SupportProbabilities {
        truth: 11_674_931_554,
        other: 1 << 32,
        total: 15_969_898_850,
    };

    #[test]
    fn odds_in_people() {
        assert_eq!(
            Deniability::new(TWO_COINS),
            Deniability {
                said_by_those_it_is_true_of: 75,
                said_by_the_others: 25,
                after_an_even_guess: 75
            }
        );
        let odds = Deniability::new(WARNER);
        assert_eq!(
            (odds.said_by_the_others, odds.after_an_even_guess),
            (27, 73)
        );
    }

    #[test]
    fn reports_that_are_not_true() {
        let untrue = |prior| Deniability::untrue_of_hundred_reports(WARNER, prior);
        assert_eq!(untrue(50), Ok(27));
        assert_eq!(untrue(0), Ok(100));
        assert_eq!(untrue(100), Ok(0));
        // 10·0.7311 = 7.31 of 7.31 + 24.2 = 31.5.
        assert_eq!(untrue(10), Ok(77));
        assert_eq!(untrue(101), Err(EstimateError::PeopleOfHundred(101)));
        let huge = SupportProbabilities {
            truth: u64::MAX,
            other: u64::MAX - 1,
            total: u64::MAX,
        };
        assert_eq!(Deniability::untrue_of_hundred_reports(huge, 50), Ok(50));
    }

    #[test]
    fn guesses() {
        assert!((posterior(WARNER, 0.5).unwrap() - 0.731_058_578).abs() < 1e-8);
        let one = PrivacyLoss::from_micros(1_000_000);
        let (low, high) = posterior_bounds(0.5, one).unwrap();
        assert!((high - 0.731_058_578).abs() < 1e-8 && (low + high - 1.0).abs() < 1e-12);
        assert!((odds_factor(one) - 1.0_f64.exp()).abs() < 1e-12);
        for prior in [-0.1, 1.1, f64::NAN] {
            assert!(posterior(WARNER, prior).is_err());
            assert!(posterior_bounds(prior, one).is_err());
        }
    }

    proptest! {
        #[test]
        fn chances_and_integers_are_rounded_alike(truth in 1..u32::MAX, other in 1..u32::MAX) {
            let total = u128::from(truth) + u128::from(other);
            let chance = f64::from(truth) / (f64::from(truth) + f64::from(other));
            // Between two people the last bit of a float decides.
            let between = (100.0 * chance).fract();
            prop_assume!((between - 0.5).abs() > 1e-9);
            prop_assert_eq!(in_hundred(chance), per_hundred(truth.into(), total));
        }

        #[test]
        fn no_report_moves_the_odds_further_than_the_bound(prior in 0.0..=1.0_f64) {
            let loss = crate::kernel::Weights { truth: 11_674_931_554, other: 1 << 32 }.privacy_loss().unwrap();
            let (low, high) = posterior_bounds(prior, loss).unwrap();
            let seen = posterior(WARNER, prior).unwrap();
            prop_assert!(low <= prior && prior <= high);
            prop_assert!(prior <= seen && seen <= high + 1e-12);
        }
    }
}
