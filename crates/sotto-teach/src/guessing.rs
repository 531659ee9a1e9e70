//! How often whoever guesses between two sheets of answers is right, and how sure the guess may become.

use sotto_ldp::{PrivacyLoss, SupportProbabilities, deniability::odds_factor};

/// How often the best guess between two people who differ in every answer is right, if either was as likely before: it
/// takes the one for whom most answers speak, and a coin where as many speak for either.
///
/// Of yes-no questions whose answers are told truly with one and the same chance above a half.
pub(crate) fn best_guess(support: SupportProbabilities, answers: u32) -> f64 {
    let truth = support.of_truth();
    // The chance of k true answers, by Pascal's rule.
    let mut chances = vec![1.0];
    for _ in 0..answers {
        let mut next = vec![0.0; chances.len() + 1];
        for (k, chance) in chances.iter().enumerate() {
            next[k] += chance * (1.0 - truth);
            next[k + 1] += chance * truth;
        }
        chances = next;
    }
    let part = |k: usize| match (2 * k).cmp(&(answers as usize)) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    let right = chances.iter().enumerate();
    right.map(|(k, chance)| part(k) * chance).sum()
}

/// The most that anybody can be sure after a loss, from an even chance: a belief in the worst case, not how often
/// anybody is right.
pub(crate) fn surest_belief(loss: PrivacyLoss) -> f64 {
    let factor = odds_factor(loss);
    factor / (1.0 + factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sheet of answers one by one: whoever guesses takes the person for whom it is likelier, so that half the sum
    /// of the greater of both chances is right.
    #[test]
    fn the_best_guess_is_that_over_all_sheets() {
        for (truth, total) in [(3, 4), (731_059, 1_000_000), (11, 20)] {
            let support = SupportProbabilities {
                truth,
                other: total - truth,
                total,
            };
            let p = support.of_truth();
            for answers in 0..=7_u32 {
                let chance = |sheet: u32, yes: f64| -> f64 {
                    (0..answers)
                        .map(|one| {
                            if sheet >> one & 1 == 1 {
                                yes
                            } else {
                                1.0 - yes
                            }
                        })
                        .product()
                };
                let sheets = 0..1 << answers;
                let right: f64 = sheets
                    .map(|sheet| chance(sheet, p).max(chance(sheet, 1.0 - p)) / 2.0)
                    .sum();
                let found = best_guess(support, answers);
                assert!((found - right).abs() < 1e-12, "{p} {answers}: {found}");
            }
        }
    }
}
