//! What the noisy counts of a round tell of its class, and of a population.

use sotto_api::{FEWEST_REVEALED, RevealedOption};
use sotto_ldp::{
    Counts, Intervals, SupportProbabilities, estimate_with, intervals::IntervalMethod,
};

/// A figure for each answer; `None` while too few have answered.
pub(super) fn revealed(
    counts: &Counts,
    support: SupportProbabilities,
) -> Option<Vec<RevealedOption>> {
    if counts.reports() < FEWEST_REVEALED {
        return None;
    }
    let estimates = |method| {
        let intervals = Intervals {
            method,
            ..Intervals::default()
        };
        estimate_with(counts, support, intervals).ok()
    };
    let class = estimates(IntervalMethod::FixedPopulation)?;
    let beyond = estimates(IntervalMethod::ClopperPearson)?;
    let figures = counts.supports().iter().zip(class).zip(beyond);
    let revealed = figures.map(|((&sent, class), beyond)| RevealedOption {
        sent,
        share: class.share,
        class: class.interval.into(),
        beyond_class: beyond.interval.into(),
    });
    Some(revealed.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two coins: of 30 answers 12 say "yes"; (12/30 − ¼) · 2 = 30 %.
    #[test]
    fn the_noise_is_taken_out() {
        let support = SupportProbabilities {
            truth: 3,
            other: 1,
            total: 4,
        };
        let counts = Counts::new(30, vec![12, 18]).unwrap();
        let figures = revealed(&counts, support).unwrap();
        assert!((figures[0].share - 0.3).abs() < 1e-12);
        assert!((figures[1].share - 0.7).abs() < 1e-12);
        for figure in figures {
            let [low, high] = figure.class;
            assert!(low < figure.share && figure.share < high);
            // Who sits in the class is random as well.
            assert!(figure.beyond_class[0] <= low && high <= figure.beyond_class[1]);
        }
        let few = Counts::new(4, vec![2, 2]).unwrap();
        assert_eq!(revealed(&few, support), None);
    }
}
