//! What one respondent may lose, and has lost.

use thiserror::Error;

use crate::kernel::{Epsilon, PrivacyLoss};

/// A respondent's budget, spent by sequential composition.
///
/// ```
/// use sotto_ldp::{PrivacyLoss, composition::Budget};
/// let mut budget = Budget::new(&"1".parse()?);
/// budget.spend(PrivacyLoss::from_micros(700_000))?;
/// assert_eq!(budget.left().to_string(), "0.3");
/// assert!(budget.spend(PrivacyLoss::from_micros(300_001)).is_err());
/// assert_eq!(budget.spent().to_string(), "0.7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    total: PrivacyLoss,
    spent: PrivacyLoss,
}

/// A report would cost more than is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a privacy loss of {asked} exceeds what is left, {left}")]
pub struct BudgetExceeded {
    /// What the report costs.
    pub asked: PrivacyLoss,
    /// What is left of the budget.
    pub left: PrivacyLoss,
}

impl Budget {
    /// A budget of which nothing is spent.
    #[must_use]
    pub fn new(total: &Epsilon) -> Self {
        Self {
            total: total.privacy_loss(),
            spent: PrivacyLoss::default(),
        }
    }

    /// What may be lost in all.
    #[must_use]
    pub const fn total(&self) -> PrivacyLoss {
        self.total
    }

    /// What has been lost.
    #[must_use]
    pub const fn spent(&self) -> PrivacyLoss {
        self.spent
    }

    /// What may still be lost.
    #[must_use]
    pub const fn left(&self) -> PrivacyLoss {
        PrivacyLoss::from_micros(self.total.micros().saturating_sub(self.spent.micros()))
    }

    /// Spends the cost of one more report.
    ///
    /// # Errors
    /// When more would be lost than is left; nothing is spent then.
    pub fn spend(&mut self, loss: PrivacyLoss) -> Result<(), BudgetExceeded> {
        let left = self.left();
        if loss > left {
            return Err(BudgetExceeded { asked: loss, left });
        }
        self.spent = [self.spent, loss].into_iter().sum();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn never_more_is_spent_than_there_is(
            total in 1..=Epsilon::MAX_MICROS, losses in prop::collection::vec(any::<u64>(), 0..20)
        ) {
            let mut budget = Budget::new(&Epsilon::from_micros(total).unwrap());
            for loss in losses {
                let before = budget;
                match budget.spend(PrivacyLoss::from_micros(loss % 5_000_000)) {
                    Ok(()) => prop_assert!(budget.spent() >= before.spent()),
                    Err(error) => prop_assert!(budget == before && error.asked > error.left),
                }
                prop_assert!(budget.spent() <= budget.total());
                prop_assert_eq!(budget.spent().micros() + budget.left().micros(), u64::from(total));
            }
            prop_assert!(budget.spend(PrivacyLoss::from_micros(u64::MAX)).is_err());
        }
    }
}
