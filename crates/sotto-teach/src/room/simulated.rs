//! The same with a hundred times as many people, simulated: how chance fades in a crowd. Everybody in it is imagined, so
//! nothing of it is a statement about people.

use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};
use sotto_api::RoomSnapshot;
use sotto_ldp::{
    Counts, Intervals, SupportProbabilities, estimate_with,
    intervals::{IntervalMethod, Population},
    standard_error,
};

use crate::crowd::drawn;

/// How many times as many.
pub(super) const TIMES: u64 = 100;

/// Imagined people who have answered.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Simulated {
    pub(super) people: u64,
    pub(super) answers: Vec<SimulatedAnswer>,
}

/// One of the answers that they could choose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SimulatedAnswer {
    /// The part of them that chooses it, as it was imagined.
    pub(super) imagined: f64,
    /// How many copies say it.
    pub(super) sent: u64,
    /// What their copies tell of that.
    pub(super) estimate: f64,
    pub(super) interval: [f64; 2],
    /// How many standard errors the estimate is off.
    off: f64,
}

/// [`TIMES`] as many people, of whom as large a part chooses each answer as was estimated; a share below none counts as
/// none, and all of them are made to add up. The same number of a draw gives the same crowd everywhere, and the first ones
/// are typical.
pub(super) fn hundredfold(room: &RoomSnapshot, draw: u32) -> Option<Simulated> {
    let figures = room.revealed.as_ref()?;
    let [truth, other, total] = room.chances;
    let support = SupportProbabilities {
        truth,
        other,
        total,
    };
    let people = room.answered.checked_mul(TIMES)?;
    let weights: Vec<f64> = figures.iter().map(|one| one.share.max(0.0)).collect();
    let chosen = chosen_by(&weights, people);
    let asked = |seed: u64| {
        let sent = sent(&chosen, support, seed)?;
        let counts = Counts::new(people, sent.clone()).ok()?;
        let intervals = Intervals {
            method: IntervalMethod::FixedPopulation,
            ..Intervals::default()
        };
        let estimates = estimate_with(&counts, support, intervals).ok()?;
        let answer = |((&chosen, &sent), estimate): ((&u64, &u64), sotto_ldp::Estimate)| {
            let imagined = part(chosen, people);
            let error = standard_error(imagined, people, support, Population::Fixed).ok()?;
            Some(SimulatedAnswer {
                imagined,
                sent,
                estimate: estimate.share,
                interval: estimate.interval.into(),
                off: (estimate.share - imagined) / error,
            })
        };
        let answers = chosen.iter().zip(&sent).zip(estimates).map(answer);
        Some(Simulated {
            people,
            answers: answers.collect::<Option<_>>()?,
        })
    };
    drawn(draw, asked, |crowd| {
        let off = crowd.answers.iter().map(|answer| answer.off.abs());
        off.fold(0.0, f64::max)
    })
}

/// How many choose each answer, if all stand in the order of their answers.
fn chosen_by(weights: &[f64], people: u64) -> Vec<u64> {
    let whole: f64 = weights.iter().sum();
    let mut passed = 0.0;
    let mut before = 0;
    let mut chosen = Vec::with_capacity(weights.len());
    for weight in weights {
        passed += weight;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a hundred classes are few"
        )]
        let until = (passed / whole * people as f64).round() as u64;
        chosen.push(until.saturating_sub(before));
        before = until;
    }
    chosen
}

/// How often each answer is sent, by direct encoding with the chance of that number: the true answer in so many of so
/// many, else one of the others, all alike.
fn sent(chosen: &[u64], support: SupportProbabilities, seed: u64) -> Option<Vec<u64>> {
    let mut generator = ChaCha20Rng::seed_from_u64(seed);
    let mut sent = vec![0_u64; chosen.len()];
    for (answer, &people) in chosen.iter().enumerate() {
        for _ in 0..people {
            let drawn = generator.random_range(0..support.total);
            let told = match drawn.checked_sub(support.truth) {
                None => answer,
                Some(rest) => {
                    let index = usize::try_from(rest / support.other.max(1)).ok()?;
                    index + usize::from(index >= answer)
                }
            };
            *sent.get_mut(told)? += 1;
        }
    }
    Some(sent)
}

fn part(some: u64, all: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a hundred classes are few")]
    let part = some as f64 / all.max(1) as f64;
    part
}

#[cfg(test)]
mod tests {
    use sotto_api::{RevealedOption, RoomStep};

    use super::*;

    /// A class of which so many have sent each answer, at ε = ln 3.
    fn class(sent: &[u64]) -> RoomSnapshot {
        let answered: u64 = sent.iter().sum();
        let others = sent.len() as u64 - 1;
        let (truth, other, total) = (3, 1, 3 + others);
        let gap = part(truth - other, total);
        let option = |&sent: &u64| RevealedOption {
            sent,
            share: (part(sent, answered) - part(other, total)) / gap,
            class: [0.0, 1.0],
            beyond_class: [0.0, 1.0],
        };
        RoomSnapshot {
            step: RoomStep::Hundredfold,
            chances: [truth, other, total],
            answered,
            revealed: Some(sent.iter().map(option).collect()),
            ..crate::room::tests::snapshot()
        }
    }

    /// For every count of every class of 5 to 40, what is seen first lies within one standard error of what was imagined,
    /// √(3/16·n)·2/n for n people and two answers, and its interval holds it; it never is from nothing to nothing.
    #[test]
    fn the_first_crowd_is_typical_for_every_count() {
        for all in 5..=40_u64 {
            for yes in 0..=all {
                for draw in [1, 2] {
                    let crowd = hundredfold(&class(&[yes, all - yes]), draw).unwrap();
                    assert_eq!(crowd.people, 100 * all);
                    let people = part(crowd.people, 1);
                    let error = 2.0 * (people * 3.0 / 16.0).sqrt() / people;
                    // (yes/all − ¼)/½, not below none and not above all.
                    let share = ((part(yes, all) - 0.25) * 2.0).clamp(0.0, 1.0);
                    let first = crowd.answers[0];
                    assert!((first.imagined - share).abs() <= 0.5 / people + 1e-9);
                    let off = first.estimate - first.imagined;
                    assert!(off.abs() <= error + 1e-9, "{yes} of {all}, {draw}: {off}");
                    for answer in crowd.answers {
                        let [low, high] = answer.interval;
                        assert!(low <= answer.imagined && answer.imagined <= high);
                        assert!(high.min(1.0) - low.max(0.0) > 0.005, "{yes} of {all}");
                    }
                }
            }
        }
    }

    /// Of several answers all are typical at once, and they add up.
    #[test]
    fn several_answers_are_typical_at_once() {
        for sent in [&[5_u64, 16, 9][..], &[4; 10], &[0, 0, 28], &[12, 2, 2, 12]] {
            for draw in [1, 2] {
                let crowd = hundredfold(&class(sent), draw).unwrap();
                let all: f64 = crowd.answers.iter().map(|answer| answer.imagined).sum();
                assert!((all - 1.0).abs() < 1e-9);
                for answer in crowd.answers {
                    assert!(answer.off.abs() <= 1.0, "{sent:?}, {draw}: {answer:?}");
                }
            }
        }
    }

    #[test]
    fn the_same_number_is_the_same_crowd_and_another_another() {
        let room = class(&[12, 16]);
        assert_eq!(hundredfold(&room, 9), hundredfold(&room, 9));
        assert_ne!(hundredfold(&room, 9), hundredfold(&room, 10));
        let few = RoomSnapshot {
            revealed: None,
            ..room
        };
        assert_eq!(hundredfold(&few, 1), None);
    }
}
