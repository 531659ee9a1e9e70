//! The exact interval when only the noise is random: the numbers m of respondents with the value under which
//! neither tail of c ~ Bin(m, p*) + Bin(n − m, q*) is rarer than α/2.
//!
//! Both tails move one way with m, so that the ends are found by halving. Where no m is left (a count that
//! is unlikely under every m), the one nearest to the estimate stands alone.

use super::kept::kept;
use crate::{
    estimation::{binomial::ln_mass, protocol::Protocol},
    kernel::{Confidence, float},
};

/// Beyond [`MOST_EXACT`](super::MOST_EXACT) reports, too, where at most so many support a value, or do not.
pub(super) const FEW: u64 = 50;

/// The interval for the share itself, from 0 to 1.
pub(super) fn interval(
    count: u64,
    reports: u64,
    protocol: Protocol,
    confidence: Confidence,
) -> (f64, f64) {
    let significance = confidence.significance();
    let bits = [protocol.p, protocol.q, significance].map(f64::to_bits);
    kept((reports, bits), count, || {
        let (least, greatest) = ends(count, reports, protocol, significance / 2.0);
        let share = |with| float(with) / float(reports);
        (share(least), share(greatest))
    })
}

/// The least and the greatest number of respondents with the value.
fn ends(count: u64, reports: u64, protocol: Protocol, tail: f64) -> (u64, u64) {
    let low = least(count, reports, protocol, tail);
    // What does not support the value is a count, too, of those without it.
    let others = Protocol {
        p: 1.0 - protocol.q,
        q: 1.0 - protocol.p,
    };
    let high = reports.saturating_sub(least(reports - count, reports, others, tail));
    if low <= high {
        return (low, high);
    }
    let share = protocol.share_at(float(count) / float(reports));
    let nearest = nearest(share, reports);
    (nearest, nearest)
}

/// The least m under which c or more come with a chance above `tail`; all of them where there is none.
fn least(count: u64, reports: u64, protocol: Protocol, tail: f64) -> u64 {
    let suffices = |with: u64| at_least(count, (with, reports - with), protocol) > tail;
    let (mut low, mut high) = (0, reports);
    while low < high {
        let middle = low.midpoint(high);
        if suffices(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at least 0, and at most the number of reports"
)]
fn nearest(share: f64, reports: u64) -> u64 {
    (share.clamp(0.0, 1.0) * float(reports)).round() as u64
}

/// Pr\[X + Y ≥ count\] for X ~ Bin(with, p*) and Y ~ Bin(without, q*). Where few are counted, or few are not,
/// only these are summed, however many trials there are.
fn at_least(count: u64, (with, without): (u64, u64), protocol: Protocol) -> f64 {
    let Protocol { p, q } = protocol;
    let missing = (with + without).saturating_sub(count);
    if count <= FEW {
        let below = count.checked_sub(1);
        return 1.0 - below.map_or(0.0, |below| at_most(below, (with, p), (without, q)));
    }
    if missing <= FEW {
        return at_most(missing, (with, 1.0 - p), (without, 1.0 - q));
    }
    let (of_with, of_without) = (Masses::of(with, p), Masses::of(without, q));
    let above = of_without.upper_tails();
    let terms = (of_with.first..).zip(&of_with.masses).map(|(own, mass)| {
        let missing = count.saturating_sub(own);
        let index = missing.saturating_sub(of_without.first);
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        mass * above.get(index).copied().unwrap_or(0.0)
    });
    terms.sum()
}

/// Pr\[X + Y ≤ count\] for two binomials, by all ways to get there.
fn at_most(count: u64, (trials, chance): (u64, f64), (others, other): (u64, f64)) -> f64 {
    let mut sum = 0.0;
    let mut tails = Vec::new();
    for mine in 0..=count.min(others) {
        sum += ln_mass(others, mine, other).exp();
        tails.push(sum);
    }
    let terms = (0..=count.min(trials)).map(|mine| {
        let rest = usize::try_from(count - mine).unwrap_or(usize::MAX);
        let below = tails.get(rest).or(tails.last()).copied().unwrap_or(1.0);
        ln_mass(trials, mine, chance).exp() * below
    });
    terms.sum()
}

/// The binomial masses that matter: all others together are below 10⁻¹⁵.
struct Masses {
    /// The count of the first.
    first: u64,
    masses: Vec<f64>,
}

impl Masses {
    /// From the mode outwards, by the ratio of neighbours.
    fn of(trials: u64, chance: f64) -> Self {
        const NEGLIGIBLE: f64 = 1e-19;
        let n = float(trials);
        let mode = nearest(((n + 1.0) * chance).floor() / n.max(1.0), trials);
        let odds = chance / (1.0 - chance);
        let middle = ln_mass(trials, mode, chance).exp();
        let mut below = Vec::new();
        let (mut mass, mut count) = (middle, mode);
        while count > 0 && mass > NEGLIGIBLE {
            mass *= float(count) / (float(trials - count + 1) * odds);
            count -= 1;
            below.push(mass);
        }
        let first = count;
        let mut masses: Vec<f64> = below.into_iter().rev().collect();
        masses.push(middle);
        (mass, count) = (middle, mode);
        while count < trials && mass > NEGLIGIBLE {
            mass *= float(trials - count) * odds / float(count + 1);
            count += 1;
            masses.push(mass);
        }
        Self { first, masses }
    }

    /// Of each mass the sum of it and all later ones.
    fn upper_tails(&self) -> Vec<f64> {
        let mut sum = 0.0;
        let mut tails: Vec<f64> = self
            .masses
            .iter()
            .rev()
            .map(|mass| {
                sum += mass;
                sum
            })
            .collect();
        tails.reverse();
        tails
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::SupportProbabilities;

    fn protocol(truth: u64, other: u64, total: u64) -> Protocol {
        Protocol::new(SupportProbabilities {
            truth,
            other,
            total,
        })
        .unwrap()
    }

    /// Count, reports, least and greatest m.
    type Case = (u64, u64, u64, u64);

    const ENDS_OF_TWO: &[Case] = &[
        (0, 10, 0, 0),
        (1, 10, 0, 2),
        (5, 10, 4, 6),
        (9, 10, 8, 10),
        (4, 30, 2, 5),
        (15, 30, 13, 17),
        (29, 30, 29, 30),
        (41, 400, 29, 40),
        (200, 400, 195, 205),
        // Unlikely under every m: the nearest.
        (0, 400, 0, 0),
        (400, 400, 400, 400),
    ];
    const ENDS_OF_FIVE: &[Case] = &[
        (0, 10, 0, 1),
        (3, 10, 2, 5),
        (9, 10, 9, 10),
        (10, 30, 8, 13),
        (133, 400, 130, 146),
        (200, 400, 203, 220),
    ];
    const ENDS_OF_SIXTEEN: &[Case] = &[
        (0, 10, 0, 10),
        (3, 10, 2, 10),
        (5, 10, 10, 10),
        (0, 30, 0, 17),
        (4, 30, 0, 30),
        (41, 400, 76, 329),
    ];

    #[test]
    fn tails_are_sums_over_both_binomials() {
        let coins = protocol(3, 1, 4);
        let mass = |trials, count, chance| ln_mass(trials, count, chance).exp();
        for (with, without) in [(0, 7), (7, 0), (3, 5), (40, 25)] {
            for count in 0..=with + without {
                let sum: f64 = (0..=with)
                    .flat_map(|x| (0..=without).map(move |y| (x, y)))
                    .filter(|(x, y)| x + y >= count)
                    .map(|(x, y)| mass(with, x, 0.75) * mass(without, y, 0.25))
                    .sum();
                let found = at_least(count, (with, without), coins);
                assert!(
                    (found - sum).abs() < 1e-12,
                    "{with} {without} {count}: {found} {sum}"
                );
            }
        }
    }

    /// Computed apart by convolving SciPy's binomials: direct encoding of 2 and of 5 values at ε = 4, and of 16
    /// at ε = 1.
    #[test]
    fn ends_are_those_of_another_program() {
        let encoding = |epsilon: f64, values: f64| {
            let (p, q) = (epsilon.exp(), 1.0);
            let total = p + values - 1.0;
            Protocol {
                p: p / total,
                q: q / total,
            }
        };
        for (epsilon, values, cases) in [
            (4.0, 2.0, ENDS_OF_TWO),
            (4.0, 5.0, ENDS_OF_FIVE),
            (1.0, 16.0, ENDS_OF_SIXTEEN),
        ] {
            let protocol = encoding(epsilon, values);
            for &(count, reports, least, greatest) in cases {
                let found = ends(count, reports, protocol, 0.025);
                assert_eq!(
                    found,
                    (least, greatest),
                    "{epsilon} {values}: {count} of {reports}"
                );
            }
        }
    }
}
