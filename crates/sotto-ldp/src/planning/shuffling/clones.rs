//! The tighter bound: the divergence of the two piles of clones, computed.
//!
//! Let R₀ and R₁ be the distributions of a person's report under two answers. They are mixtures
//! R₀ = w·Q₀ + (1 − w)·Q₁ and R₁ = (1 − w)·Q₀ + w·Q₁ with w = e^ε₀/(e^ε₀ + 1) (Kairouz, Oh and
//! Viswanath 2015), and every other report has at least e^−ε₀·R₀ and e^−ε₀·R₁, hence at least
//! e^−ε₀·(Q₀ + Q₁)/2: with probability e^−ε₀ it is a clone, from Q₀ or Q₁ by a fair coin. Whatever
//! else the pile holds has the same distribution either way, so that by post-processing the two
//! piles are no easier to tell apart than (A + Δ, C + 1 − A − Δ) from (A + 1 − Δ, C − A + Δ), where
//! C ~ Binomial(n − 1, e^−ε₀), A ~ Binomial(C, ½) and Δ ~ Bernoulli(w) (Feldman, McMillan and Talwar
//! 2021, section 3).
//!
//! Given C, the likelihood ratio of the first number rises with it, so that the best event is a tail
//! and its probabilities are tails of a binomial. Everything that is left out is counted as lost:
//! rare values of C in full, and a block of neighbouring values of C as the smallest of them, which
//! is the worst, because an added clone is post-processing. What floating-point numbers lose, some
//! 10⁻⁹ of δ, is covered by a margin of 10⁻⁶.

use super::{ShufflingError, check};
use crate::{
    estimation::binomial::{ln_mass, upper_tail},
    kernel::{PrivacyLoss, float},
};

/// How much of δ is kept for values of C too rare to look at.
const RARE: f64 = 1e-4;

/// Covers what rounding loses.
const ROUNDING: f64 = 1.0 + 1e-6;

/// The central ε of a pile of `reports` reports that cost `loss` each, computed: for any number of
/// reports, and smaller than the closed form. Rounded up to within 10⁻⁵ of itself.
///
/// ```
/// use sotto_ldp::{PrivacyLoss, shuffling::{closed_form, numeric}};
/// let one = PrivacyLoss::from_micros(1_000_000);
/// assert!(numeric(one, 10_000, 1e-6)? < 0.4 * closed_form(one, 10_000, 1e-6)?);
/// # Ok::<(), sotto_ldp::shuffling::ShufflingError>(())
/// ```
///
/// # Errors
/// When there are no reports, or δ is not between 0 and 1.
pub fn numeric(loss: PrivacyLoss, reports: u64, delta: f64) -> Result<f64, ShufflingError> {
    check(reports, delta)?;
    let local = loss.to_f64();
    let pile = Pile::new(local, reports, RARE * delta);
    let holds = |epsilon: f64| pile.delta(epsilon) * ROUNDING <= delta;
    if holds(0.0) {
        return Ok(0.0);
    }
    let (mut low, mut high) = (0.0, local);
    while high - low > 1e-5 * high {
        let middle = 0.5 * (low + high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Ok(high)
}

struct Pile {
    local: f64,
    /// The least number of clones of a block, and the block's probability.
    blocks: Vec<(u64, f64)>,
    /// The probability of all other numbers of clones.
    rest: f64,
}

impl Pile {
    fn new(local: f64, reports: u64, rare: f64) -> Self {
        let others = reports - 1;
        let chance = (-local).exp();
        let mean = float(others) * chance;
        let deviation = (mean * (1.0 - chance)).sqrt();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and the number of reports"
        )]
        let around = |clones: f64| clones.clamp(0.0, float(others)) as u64;
        let mut width = 4.0 * deviation + 8.0;
        let (first, last, rest) = loop {
            let (first, last) = (around(mean - width), around(mean + width));
            // Pr[C < first] is the upper tail of those who are not clones.
            let below = upper_tail(others, others - first + 1, 1.0 - chance);
            let above = upper_tail(others, last + 1, chance);
            if below + above <= rare {
                break (first, last, below + above);
            }
            width *= 1.25;
        };
        let size = around(deviation / 16.0).max(1);
        let mut blocks = Vec::new();
        let mut start = first;
        while start <= last {
            let end = last.min(start + size - 1);
            let mass = (start..=end).map(|clones| ln_mass(others, clones, chance).exp());
            blocks.push((start, mass.sum()));
            start = end + 1;
        }
        Self {
            local,
            blocks,
            rest,
        }
    }

    /// An upper bound of the δ at which the pile is (ε, δ)-private.
    fn delta(&self, epsilon: f64) -> f64 {
        let of_block =
            |&(clones, mass): &(u64, f64)| mass * divergence(self.local, clones, epsilon);
        self.rest + self.blocks.iter().map(of_block).sum::<f64>()
    }
}

/// Σ_x max(0, P(x) − e^ε·Q(x)) for X = A + Δ under P and A + 1 − Δ under Q, A ~ Binomial(clones, ½).
fn divergence(local: f64, clones: u64, epsilon: f64) -> f64 {
    if epsilon >= local {
        return 0.0;
    }
    let truth = 1.0 / (1.0 + (-local).exp());
    let other = 1.0 - truth;
    let factor = epsilon.exp();
    // P/Q > e^ε where b(x−1)/b(x) = x/(clones + 1 − x) is above this.
    let ratio = (factor * truth - other) / (truth - factor * other);
    let all = float(clones) + 1.0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and the number of clones + 1"
    )]
    let least = (all * ratio / (1.0 + ratio)).floor().clamp(0.0, all) as u64;
    // The best tail is the greatest; its neighbours are looked at because the end is rounded.
    (least..=least + 2)
        .map(|x| {
            let here = upper_tail(clones, x, 0.5);
            let before = upper_tail(clones, x.saturating_sub(1), 0.5);
            truth * before + other * here - factor * (other * before + truth * here)
        })
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planning::shuffling::closed_form;
    use proptest::prelude::*;

    /// The divergence by its definition, for few reports.
    fn plain_delta(local: f64, reports: u64, epsilon: f64) -> f64 {
        let truth = 1.0 / (1.0 + (-local).exp());
        let half = |clones: u64, x: u64| ln_mass(clones, x, 0.5).exp();
        (0..reports)
            .map(|clones| {
                let cells: f64 = (0..=clones + 1)
                    .map(|x| {
                        let here = half(clones, x);
                        let before = x.checked_sub(1).map_or(0.0, |x| half(clones, x));
                        let p = truth * before + (1.0 - truth) * here;
                        let q = (1.0 - truth) * before + truth * here;
                        (p - epsilon.exp() * q).max(0.0)
                    })
                    .sum();
                cells * ln_mass(reports - 1, clones, (-local).exp()).exp()
            })
            .sum()
    }

    #[test]
    fn few_reports_agree_with_the_definition() {
        for local in [0.1, 1.0, 3.0] {
            for reports in [1, 2, 7, 30] {
                let pile = Pile::new(local, reports, 1e-12);
                for step in 0..10 {
                    let epsilon = local * f64::from(step) / 10.0;
                    let (found, plain) =
                        (pile.delta(epsilon), plain_delta(local, reports, epsilon));
                    assert!(found >= plain * (1.0 - 1e-9), "{local} {reports} {epsilon}");
                    // Few reports are not put in blocks.
                    assert!(
                        found <= plain * (1.0 + 1e-6) + 1e-11,
                        "{local} {reports} {epsilon}"
                    );
                }
            }
        }
    }

    /// The pile of randomized response, whose divergence can be computed outright, is within the
    /// bound: one person has 0 or 1, the others have any answers.
    #[test]
    fn randomized_response_is_within_the_bound() {
        for local in [0.5, 1.0, 2.0] {
            let truth = 1.0 / (1.0 + f64::exp(-local));
            for others in [(10, 0), (5, 5), (0, 10)] {
                // The number of yes among the others, then with the person.
                let mut pile = vec![1.0];
                let flipped = |pile: &[f64], chance: f64| {
                    let mut next = vec![0.0; pile.len() + 1];
                    for (yes, mass) in pile.iter().enumerate() {
                        next[yes] += mass * (1.0 - chance);
                        next[yes + 1] += mass * chance;
                    }
                    next
                };
                for _ in 0..others.0 {
                    pile = flipped(&pile, 1.0 - truth);
                }
                for _ in 0..others.1 {
                    pile = flipped(&pile, truth);
                }
                let (yes, no) = (flipped(&pile, truth), flipped(&pile, 1.0 - truth));
                let bound = Pile::new(local, 11, 1e-12);
                for step in 0..10 {
                    let epsilon = local * f64::from(step) / 10.0;
                    for (p, q) in [(&yes, &no), (&no, &yes)] {
                        let real: f64 = p
                            .iter()
                            .zip(q)
                            .map(|(p, q)| (p - epsilon.exp() * q).max(0.0))
                            .sum();
                        assert!(real <= bound.delta(epsilon) + 1e-12, "{local} {epsilon}");
                    }
                }
            }
        }
    }

    #[test]
    fn blocks_cost_little() {
        let one = numeric(PrivacyLoss::from_micros(1_000_000), 10_000, 1e-6).unwrap();
        let pile = Pile::new(1.0, 10_000, 1e-10);
        assert!(pile.blocks.len() < 400, "{}", pile.blocks.len());
        // The blocks' bound at the answer against the sum without blocks.
        let chance = (-1.0_f64).exp();
        let unblocked: f64 = (2_900..4_500)
            .map(|clones| ln_mass(9_999, clones, chance).exp() * divergence(1.0, clones, one))
            .sum();
        let bound = pile.delta(one);
        assert!(
            unblocked <= bound && bound < 1.02 * unblocked,
            "{bound:e} {unblocked:e}"
        );
    }

    #[test]
    fn it_holds_for_any_number_and_is_tighter() {
        for (micros, reports) in [
            (1_000_000, 10_000),
            (500_000, 1_000_000),
            (3_000_000, 100_000),
        ] {
            let loss = PrivacyLoss::from_micros(micros);
            let (closed, tight) = (
                closed_form(loss, reports, 1e-6).unwrap(),
                numeric(loss, reports, 1e-6).unwrap(),
            );
            assert!(0.0 < tight && tight < 0.6 * closed, "{tight} {closed}");
        }
        // A person alone hides behind nobody.
        let one = PrivacyLoss::from_micros(1_000_000);
        let alone = numeric(one, 1, 1e-6).unwrap();
        assert!((alone - 1.0).abs() < 1e-4, "{alone}");
        assert!(numeric(one, 0, 1e-6).is_err());
        assert!(numeric(one, 5, 0.0).is_err());
        assert!(numeric(PrivacyLoss::default(), 5, 0.1).unwrap().abs() < 1e-300);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn more_clones_hide_better(micros in 1_000_u64..12_000_000, reports in 1_u64..3_000, exponent in -9.0..-1.0_f64) {
            let loss = PrivacyLoss::from_micros(micros);
            let delta = 10_f64.powf(exponent);
            let few = numeric(loss, reports, delta).unwrap();
            let many = numeric(loss, 4 * reports, delta).unwrap();
            prop_assert!(many <= few * (1.0 + 1e-3) + 1e-9 && few <= loss.to_f64());
        }
    }
}
