//! The same with a hundred times as many people, simulated: how chance fades in a crowd.

use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};
use sotto_api::{RevealedOption, RoomSnapshot};
use sotto_ldp::{
    Counts, Intervals, SupportProbabilities, estimate_with, intervals::IntervalMethod,
};

/// How many times as many.
pub(super) const TIMES: u64 = 100;

/// The room as it would be with [`TIMES`] as many people, of whom as large a part would choose each answer as was
/// estimated. The same number of a draw gives the same crowd everywhere.
pub(super) fn hundredfold(room: &RoomSnapshot, draw: u64) -> Option<RoomSnapshot> {
    let figures = room.revealed.as_ref()?;
    let [truth, other, total] = room.chances;
    let people = room.answered.checked_mul(TIMES)?;
    let mut generator = ChaCha20Rng::seed_from_u64(draw);
    let weights: Vec<f64> = figures.iter().map(|one| one.share.max(0.0)).collect();
    let whole: f64 = weights.iter().sum();
    let mut sent = vec![0_u64; figures.len()];
    for person in 0..people {
        let answer = chosen(&weights, whole, person, people);
        // Direct encoding: the true answer in so many of so many, else one of the others, all alike.
        let drawn = generator.random_range(0..total);
        let told = match drawn.checked_sub(truth) {
            None => answer,
            Some(rest) => {
                let index = usize::try_from(rest / other.max(1)).ok()?;
                index + usize::from(index >= answer)
            }
        };
        *sent.get_mut(told)? += 1;
    }
    let support = SupportProbabilities {
        truth,
        other,
        total,
    };
    let counts = Counts::new(people, sent.clone()).ok()?;
    let estimates = |method| {
        let intervals = Intervals {
            method,
            ..Intervals::default()
        };
        estimate_with(&counts, support, intervals).ok()
    };
    let class = estimates(IntervalMethod::FixedPopulation)?;
    let population = estimates(IntervalMethod::ClopperPearson)?;
    let revealed = sent.into_iter().zip(class).zip(population);
    let revealed = revealed.map(|((sent, class), population)| RevealedOption {
        sent,
        share: class.share,
        class: class.interval.into(),
        population: population.interval.into(),
    });
    Some(RoomSnapshot {
        answered: people,
        revealed: Some(revealed.collect()),
        ..room.clone()
    })
}

/// Whose answer a person has, if all stand in the order of their answers.
fn chosen(weights: &[f64], whole: f64, person: u64, people: u64) -> usize {
    #[expect(clippy::cast_precision_loss, reason = "a hundred classes are few")]
    let at = (person as f64 + 0.5) / people as f64 * whole;
    let mut passed = 0.0;
    for (index, weight) in weights.iter().enumerate() {
        passed += weight;
        if at < passed {
            return index;
        }
    }
    weights.len().saturating_sub(1)
}
