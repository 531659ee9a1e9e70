//! What a pool is, and what a class makes of it. Nothing here stores or serves.

use serde::{Deserialize, Serialize};
use sotto_api::{Moment, PoolRequest, PoolView, RoomQuestion};
use sotto_ldp::{Counts, SupportProbabilities};

use super::{RoomError, figures::revealed, room::MOST_CLASSES};
use crate::{
    secret::Secret,
    storage::{PoolHash, StorageError},
};

const PURPOSE: &str = "sotto pool ";

/// A pool, as it is stored: sums alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Pool {
    pub(super) question: RoomQuestion,
    pub(super) classes: u32,
    answered: u64,
    /// How many noisy answers name each option.
    sent: Vec<u64>,
}

/// What a pool's key hashes to.
pub(super) fn hash(key: &Secret) -> PoolHash {
    key.digest(PURPOSE)
}

impl Pool {
    /// A pool of no class.
    ///
    /// # Errors
    /// When its end is none that a pool may have, or its question has too few or too many answers.
    pub(super) fn new(request: PoolRequest) -> Result<Self, RoomError> {
        if !(1..=PoolRequest::MOST_DAYS).contains(&request.days) {
            return Err(RoomError::Request(format!(
                "a pool ends in 1 to {} days",
                PoolRequest::MOST_DAYS
            )));
        }
        let options = request.question.options.len();
        if !(2..=RoomQuestion::MOST_OPTIONS).contains(&options) {
            return Err(RoomError::Request(format!(
                "a question of a pool has from 2 to {} answers",
                RoomQuestion::MOST_OPTIONS
            )));
        }
        Ok(Self {
            question: request.question,
            classes: 0,
            answered: 0,
            sent: vec![0; options],
        })
    }

    /// The pool with the counts of one more class.
    ///
    /// # Errors
    /// When it has had as many classes as it takes.
    pub(super) fn with(&self, class: &Counts) -> Result<Self, RoomError> {
        if self.classes >= MOST_CLASSES {
            return Err(RoomError::PoolFull);
        }
        let sums = self.sent.iter().zip(class.supports());
        Ok(Self {
            question: self.question.clone(),
            classes: self.classes + 1,
            answered: self.answered.saturating_add(class.reports()),
            sent: sums.map(|(sum, one)| sum.saturating_add(*one)).collect(),
        })
    }

    /// What whoever has its key is told.
    ///
    /// # Errors
    /// When the sums cannot be counts.
    pub(super) fn view(
        &self,
        support: SupportProbabilities,
        ends: Moment,
    ) -> Result<PoolView, StorageError> {
        let counts =
            Counts::new(self.answered, self.sent.clone()).map_err(|_| StorageError::Damaged)?;
        Ok(PoolView {
            question: self.question.clone(),
            classes: self.classes,
            answered: self.answered,
            revealed: revealed(&counts, support),
            ends,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::room::tests::question, *};

    const COINS: SupportProbabilities = SupportProbabilities {
        truth: 3,
        other: 1,
        total: 4,
    };

    fn pool() -> Pool {
        let request = PoolRequest {
            question: question("Is it?", 2),
            days: 30,
        };
        Pool::new(request).unwrap()
    }

    fn half(view: &PoolView) -> f64 {
        let [low, high] = view.revealed.as_ref().unwrap()[0].class;
        (high - low) / 2.0
    }

    /// 1.959964·√(3/16·n)/n/½ for n answers by two coins: ±32.1 points for 28, ±10.1 for 280. Exact intervals are wider by
    /// four points at most for one class, and by one for ten.
    #[test]
    fn ten_classes_turn_32_points_into_10() {
        let ends = Moment::of_seconds(0);
        let mut pooled = pool();
        assert_eq!(pooled.view(COINS, ends).unwrap().revealed, None);
        for (classes, formula, apart) in [(1, 0.3208, 0.04), (10, 0.1014, 0.01)] {
            while pooled.classes < classes {
                let class = Counts::new(28, vec![12, 16]).unwrap();
                pooled = pooled.with(&class).unwrap();
            }
            let view = pooled.view(COINS, ends).unwrap();
            let answered = f64::from(classes) * 28.0;
            let exact = 1.959_964 * (3.0 / 16.0 * answered).sqrt() / answered / 0.5;
            assert!((exact - formula).abs() < 1e-4, "{exact}");
            assert!((half(&view) - formula).abs() < apart, "{}", half(&view));
            // (12/28 − ¼)·2, of however many classes.
            let share = view.revealed.unwrap()[0].share;
            assert!((share - 10.0 / 28.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_pool_has_sums_and_a_most() {
        let mut pooled = pool();
        for _ in 0..MOST_CLASSES {
            let class = Counts::new(5, vec![5, 0]).unwrap();
            pooled = pooled.with(&class).unwrap();
        }
        assert_eq!((pooled.answered, &*pooled.sent), (500, &[500, 0][..]));
        let class = Counts::new(5, vec![0, 5]).unwrap();
        assert!(matches!(pooled.with(&class), Err(RoomError::PoolFull)));
    }

    #[test]
    fn an_end_and_answers_are_asked_for() {
        for (options, days) in [(2, 0), (2, 367), (1, 30), (11, 30)] {
            let request = PoolRequest {
                question: question("Is it?", options),
                days,
            };
            assert!(matches!(Pool::new(request), Err(RoomError::Request(_))));
        }
    }
}
