//! How many phones a class has, as its teacher says, and how sure the class's figures will be with so many.

use sotto_ldp::{
    Confidence, FrequencyOracle, intervals::Population, planning::Planner,
    randomizers::DirectEncoding,
};

/// From how many answers on something is revealed, to the most that a class has.
pub(super) const PHONES: (u32, u32) = (5, 1_000);

/// As many as a class mostly has.
pub(super) const USUAL: u32 = 28;

/// Half the width of the interval for exactly this class, if so many phones choose about evenly among so many answers, at
/// the ε of rooms, ln 3.
pub(super) fn margin(phones: u32, answers: u32) -> Option<f64> {
    let mechanism = DirectEncoding::new(&"ln 3".parse().ok()?, answers).ok()?;
    let support = mechanism.support_probabilities();
    let planner = Planner::new(support, Confidence::default()).ok()?;
    let planner = planner.with_population(Population::Fixed);
    let evenly = planner.with_share(1.0 / f64::from(answers)).ok()?;
    evenly.margin(phones.into()).ok()
}

/// How many phones are meant by what was typed.
pub(super) fn read(text: &str) -> Option<u32> {
    let number = text.trim().parse().ok()?;
    (PHONES.0..=PHONES.1).contains(&number).then_some(number)
}

#[cfg(test)]
mod tests {
    use sotto_ldp::{
        Counts, Intervals, SupportProbabilities, estimate_with, intervals::IntervalMethod,
    };

    use super::*;

    /// p = 3/(k + 2) and q = 1/(k + 2) for k answers: 1.959964·√((p(1 − p) + (k − 1)·q(1 − q))/(k·n))/(p − q). 28 phones: ±32.1
    /// points with two answers, ±40.0 with three.
    #[test]
    fn the_margin_is_that_of_the_formula() {
        for answers in 2..=10_u32 {
            for phones in [5, 28, 30, 300] {
                let k = f64::from(answers);
                let (p, q) = (3.0 / (k + 2.0), 1.0 / (k + 2.0));
                let variance = (p * (1.0 - p) + (k - 1.0) * q * (1.0 - q)) / k;
                let formula = 1.959_964 * (variance / f64::from(phones)).sqrt() / (p - q);
                let found = margin(phones, answers).unwrap();
                assert!(
                    (found - formula).abs() < 1e-5,
                    "{answers} {phones}: {found}"
                );
            }
        }
        assert!((margin(28, 2).unwrap() - 0.3208).abs() < 1e-4);
        assert!((margin(28, 3).unwrap() - 0.4001).abs() < 1e-4);
    }

    /// What is said before is what is seen after, to four points, since intervals are exact: of two answers half of the interval of every count that can be revealed,
    /// but for the counts that hardly ever come about.
    #[test]
    fn the_margin_is_that_of_the_intervals_that_are_revealed() {
        let support = SupportProbabilities {
            truth: 3,
            other: 1,
            total: 4,
        };
        let intervals = Intervals {
            method: IntervalMethod::FixedPopulation,
            ..Intervals::default()
        };
        for yes in 3..=25 {
            let counts = Counts::new(28, vec![yes, 28 - yes]).unwrap();
            for estimate in estimate_with(&counts, support, intervals).unwrap() {
                let half = (estimate.interval.1 - estimate.interval.0) / 2.0;
                assert!(
                    (half - margin(28, 2).unwrap()).abs() < 0.04,
                    "{yes}: {half}"
                );
            }
        }
    }

    #[test]
    fn a_class_has_so_many_phones() {
        for (text, phones) in [
            ("28", Some(28)),
            (" 5 ", Some(5)),
            ("1000", Some(1_000)),
            ("4", None),
            ("1001", None),
            ("", None),
            ("many", None),
        ] {
            assert_eq!(read(text), phones, "{text:?}");
        }
    }
}
