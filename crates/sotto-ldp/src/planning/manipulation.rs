//! What fake reports can do: respondents who send what they like instead of what chance decides.
//!
//! No local mechanism can prevent it, and the smaller ε, the more a report weighs (Cheu, Smith and
//! Ullman 2021). It can be bounded: reports that the mechanism cannot produce are refused when they
//! are read, and a mechanism whose reports support few values, subset selection before unary
//! encoding, bounds what one report does to several values at once. Of numbers it is how far from the
//! range the farthest number lies that a report stands for: [`number_weight`].

use super::{PlanningError, check_margin};
use crate::{
    estimation::{Collector, Protocol, check_share},
    kernel::{Epsilon, SupportProbabilities, float},
    registry::{Mechanism, NUMERIC_MECHANISMS},
};

/// (1 − q*)/(p* − q*): how many honest respondents who have a value a single fake report for it
/// counts as (Cao, Jia and Gong 2021).
///
/// # Errors
/// When the protocol does not tell values apart.
pub fn weight(support: SupportProbabilities) -> Result<f64, PlanningError> {
    Ok(Protocol::new(support)?.share_at(1.0))
}

/// How many honest respondents who have a value a single fake report for it counts as, at most, under any
/// mechanism for categories: [`weight`] where a report supports a value or does not. Where components are
/// added up it is the greatest component that is taken, which is far more.
///
/// ```
/// use sotto_ldp::{Mechanism, planning::manipulation};
/// let weight = |name| {
///     let mechanism = Mechanism::named(name)?;
///     let collector = mechanism.oracle(&mechanism.parameters(&"1".parse()?, 4)?, 4)?;
///     Ok::<_, Box<dyn std::error::Error>>(manipulation::share_weight(&*collector)?)
/// };
/// assert!(weight("oue")? < 3.2);
/// // Two bytes hold 32,767 sixteenths.
/// assert_eq!(weight("she")?, 2047.9375);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the mechanism is for numbers, or does not tell values apart.
pub fn share_weight(randomizer: &dyn Collector) -> Result<f64, PlanningError> {
    Ok(randomizer.greatest_share()?)
}

/// How many ranges a single fake report, in place of an honest one of whatever answer, moves n times the
/// mean of numbers, on average and at most: (s + 1)/2 where s is [`Collector::farthest_number`], since
/// what an honest report stands for is on average its answer, from −1 to 1.
///
/// It is also the number of honest respondents who would have to move from one end of the range to the
/// other: 1 where numbers are asked for directly, and Duchi's is the [`weight`] of yes or no at its ε. No
/// unbiased mechanism has less than that: what its reports stand for lies s from the middle at most, so it
/// is 1 + s above the least on average at t = 1 and s − 1 at t = −1, of which the former is at most e^ε
/// times the latter.
///
/// A report that honest respondents hardly ever send weighs as much as it stands for: of hybrid at small ε
/// it is the window's, which comes once in 2³² reports.
///
/// ```
/// use sotto_ldp::{Mechanism, planning::manipulation};
/// let hybrid = Mechanism::for_numbers("hybrid")?;
/// let randomizer = hybrid.oracle(&hybrid.parameters(&"1".parse()?, 101)?, 101)?;
/// let weight = manipulation::number_weight(&*randomizer)?;
/// // Of 2,000 numbers from 0 to 100, one fake moves the mean by at most 0.13.
/// assert!((weight * 100.0 / 2000.0 - 0.127).abs() < 0.001);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the mechanism is for categories.
pub fn number_weight(randomizer: &dyn Collector) -> Result<f64, PlanningError> {
    Ok(f64::midpoint(randomizer.farthest_number()?, 1.0))
}

/// A mechanism for numbers at an ε, and what a fake report weighs under it.
pub struct NumberWeight {
    /// The mechanism.
    pub mechanism: Mechanism,
    /// What counts and estimates.
    pub randomizer: Box<dyn Collector>,
    /// [`number_weight`], in ranges.
    pub weight: f64,
}

/// Every mechanism for numbers on a grid of so many cells, those that `auto` takes first; without those
/// that do not serve that ε.
pub fn number_weights(epsilon: &Epsilon, cells: u32) -> impl Iterator<Item = NumberWeight> {
    NUMERIC_MECHANISMS.iter().filter_map(move |&mechanism| {
        let parameters = mechanism.parameters(epsilon, cells).ok()?;
        let randomizer = mechanism.oracle(&parameters, cells).ok()?;
        let weight = number_weight(&*randomizer).ok()?;
        Some(NumberWeight {
            mechanism,
            randomizer,
            weight,
        })
    })
}

/// How many fakes for one value, added to `honest` reports of people of whom a part of `share` has it, move its estimate
/// by `margin` on average. With f of them it is (n·x + f·w)/(n + f), where w is the [`weight`]: they move it by
/// f·(w − x)/(n + f), which is less than if they took the place of honest reports; nothing where no number of them is
/// enough.
///
/// # Errors
/// When there are no reports, the share is outside 0 to 1, the margin is not above 0 and at most 1, or the protocol does
/// not tell values apart.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number is positive, and where it is above 2⁶⁴ it is cut to that"
)]
pub fn planted_to_move(
    support: SupportProbabilities,
    honest: u64,
    share: f64,
    margin: f64,
) -> Result<Option<u64>, PlanningError> {
    let weight = weight(support)?;
    let margin = check_margin(margin)?;
    check_share(share)?;
    if honest == 0 {
        return Err(PlanningError::NoRespondents);
    }
    let left = weight - share - margin;
    // What is a whole number but for rounding is that number.
    Ok((left > 0.0).then(|| (float(honest) * margin / left - 1e-9).ceil() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Mechanism;

    fn support(name: &str, domain_size: u32) -> SupportProbabilities {
        let mechanism = Mechanism::named(name).unwrap();
        let parameters = mechanism
            .parameters(&"1".parse().unwrap(), domain_size)
            .unwrap();
        let oracle = mechanism.oracle(&parameters, domain_size).unwrap();
        oracle.support_probabilities().unwrap()
    }

    #[test]
    fn weights_are_the_published_ones() {
        for (name, domain_size, expected) in
            [("grr", 2, 1.58), ("grr", 10, 6.24), ("oue", 16, 3.16)]
        {
            let found = weight(support(name, domain_size)).unwrap();
            assert!(
                (found - expected).abs() < 0.005,
                "{name} {domain_size}: {found}"
            );
        }
    }

    /// The fewest of which the mean estimate is as far away as asked, counted one by one.
    #[test]
    fn planted_reports_that_move_an_estimate_by_its_margin() {
        let support = support("grr", 2);
        let weight = weight(support).unwrap();
        for (honest, share, margin) in [(1_000, 0.2, 0.067_06), (1_000, 0.9, 0.3), (10, 0.0, 1.0)] {
            let mean = |fakes: u64| {
                (float(honest) * share + float(fakes) * weight) / float(honest + fakes)
            };
            let counted = (1..10_000).find(|&fakes| mean(fakes) - share >= margin);
            assert_eq!(planted_to_move(support, honest, share, margin), Ok(counted));
        }
        assert_eq!(planted_to_move(support, 1_000, 0.2, 0.067_06), Ok(Some(51)));
        assert_eq!(planted_to_move(support, 1_000, 0.8, 0.8), Ok(None));
        assert!(planted_to_move(support, 1_000, 1.1, 0.1).is_err());
        assert!(planted_to_move(support, 0, 0.1, 0.1).is_err());
        assert!(planted_to_move(support, 10, 0.1, 0.0).is_err());
    }

    /// A fake for numbers weighs what it weighs for yes or no where a report is a single bit.
    #[test]
    fn duchis_weight_is_that_of_yes_or_no() {
        let epsilon = "1".parse().unwrap();
        let found: Vec<_> = number_weights(&epsilon, 101).collect();
        let weight_of = |name: &str| {
            let mut found = found.iter();
            found
                .find(|found| found.mechanism.name() == name)
                .unwrap()
                .weight
        };
        let of_yes = weight(support("grr", 2)).unwrap();
        assert!((weight_of("duchi") - of_yes).abs() < 1e-9);
        // Piecewise's C is 4.083, (C + 1)/2 = 2.541.
        assert!(
            (weight_of("hybrid") - 2.54).abs() < 0.03,
            "{}",
            weight_of("hybrid")
        );
        assert_eq!(found.len(), NUMERIC_MECHANISMS.len());
        assert_eq!(found[0].mechanism.name(), "hybrid");
        let coins = Mechanism::named("grr").unwrap();
        let coins = coins.oracle(&[3, 1], 2).unwrap();
        assert!(number_weight(&*coins).is_err());
    }

    #[test]
    fn what_is_no_attack_is_refused() {
        let nothing = SupportProbabilities {
            truth: 1,
            other: 2,
            total: 4,
        };
        assert!(weight(nothing).is_err());
    }
}
