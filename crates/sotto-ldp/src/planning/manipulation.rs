//! What fake reports can do: respondents who send what they like instead of what chance decides.
//!
//! No local mechanism can prevent it, and the smaller ε, the more a report weighs (Cheu, Smith and
//! Ullman 2021). It can be bounded: reports that the mechanism cannot produce are refused when they
//! are read, and a mechanism whose reports support few values, subset selection before unary
//! encoding, bounds what one report does to several values at once.

use super::{PlanningError, check_margin};
use crate::{
    estimation::{Protocol, float},
    kernel::SupportProbabilities,
};

/// (1 − q*)/(p* − q*): how many honest respondents who have a value a single fake report for it
/// counts as (Cao, Jia and Gong 2021).
///
/// # Errors
/// When the protocol does not tell values apart.
pub fn weight(support: SupportProbabilities) -> Result<f64, PlanningError> {
    Ok(Protocol::new(support)?.share_at(1.0))
}

/// n times what a fake report, in place of an honest one for none of them, adds to the estimates of
/// `targets` values together, when it supports `supported` of them: (s − T·q*)/(p* − q*).
///
/// A unary report supports all of them; one of direct encoding 1; one of subset selection at most
/// its size.
///
/// # Errors
/// When there are no targets or fewer than are supported, or the protocol does not tell values
/// apart.
pub fn push(
    support: SupportProbabilities,
    targets: u32,
    supported: u32,
) -> Result<f64, PlanningError> {
    let protocol = Protocol::new(support)?;
    if targets == 0 || supported > targets {
        return Err(PlanningError::Targets { targets, supported });
    }
    Ok((f64::from(supported) - f64::from(targets) * protocol.q) / protocol.gap())
}

/// How many of `reports` reports must be fakes to move the estimate of one value by `margin`: by the
/// estimate's own margin, the fewest that cannot be told from noise.
///
/// # Errors
/// When there are no reports, the margin is not above 0 and at most 1, or the protocol does not tell
/// values apart.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number is positive and at most that of the reports"
)]
pub fn fakes_to_move(
    support: SupportProbabilities,
    reports: u64,
    margin: f64,
) -> Result<u64, PlanningError> {
    let weight = weight(support)?;
    let margin = check_margin(margin)?;
    if reports == 0 {
        return Err(PlanningError::NoRespondents);
    }
    // A report weighs at least one, so they never exceed the reports.
    let fakes = (margin * float(reports) / weight).ceil();
    Ok((fakes as u64).clamp(1, reports))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{kernel::Confidence, planning::Planner, registry::Mechanism};

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

    #[test]
    fn pushing_eight_of_sixteen_values() {
        // Subset selection at ε = 1 and k = 16 has four members: p* = 4a/(4a + 12b) and
        // q* = (4 − p*)/15.
        let (a, b) = (11_674_931_554, 1 << 32);
        let row = 4 * a + 12 * b;
        let subset = SupportProbabilities {
            truth: 15 * 4 * a,
            other: 4 * row - 4 * a,
            total: 15 * row,
        };
        for (support, supported, expected) in [
            (support("oue", 16), 8, 25.3),
            (subset, 4, 8.8),
            (support("grr", 16), 1, 5.7),
        ] {
            let found = push(support, 8, supported).unwrap();
            assert!((found - expected).abs() < 0.05, "{supported}: {found}");
        }
    }

    #[test]
    fn fakes_that_move_an_estimate_by_its_margin() {
        // ±3 points with 4,997 reports at ε = 1: 0.03·4,997/1.582 = 94.8
        let support = support("grr", 2);
        let planner = Planner::new(support, Confidence::default()).unwrap();
        let margin = planner.margin(4_997).unwrap();
        assert_eq!(fakes_to_move(support, 4_997, margin), Ok(95));
        assert_eq!(fakes_to_move(support, 1, 1.0), Ok(1));
        assert_eq!(fakes_to_move(support, 1, 1e-9), Ok(1));
    }

    #[test]
    fn what_is_no_attack_is_refused() {
        let support = support("grr", 2);
        assert!(push(support, 0, 0).is_err());
        assert!(push(support, 2, 3).is_err());
        assert!(fakes_to_move(support, 0, 0.1).is_err());
        assert!(fakes_to_move(support, 10, 0.0).is_err());
        let nothing = SupportProbabilities {
            truth: 1,
            other: 2,
            total: 4,
        };
        assert!(weight(nothing).is_err());
    }
}
