//! Shares, by exact sums over all counts.

use std::error::Error;

use sotto_ldp::{Confidence, Mechanism, SupportProbabilities, float, intervals::IntervalMethod};

use crate::{EPSILONS, Table};

const MECHANISMS: [(&str, u32); 5] = [("rr", 2), ("grr", 5), ("grr", 16), ("ss", 16), ("oue", 4)];

const REPORTS: [u64; 5] = [10, 30, 100, 1_000, 10_000];

/// In hundredths.
pub(crate) const SHARES: [u64; 6] = [0, 1, 10, 50, 99, 100];

fn support(name: &str, epsilon: &str, values: u32) -> Result<SupportProbabilities, Box<dyn Error>> {
    let mechanism = Mechanism::named(name)?;
    let oracle = mechanism.oracle(&mechanism.parameters(&epsilon.parse()?, values)?, values)?;
    Ok(oracle.support_probabilities_of(0)?)
}

/// Binomial masses, and the count of the first: those that are left out are together below 10⁻¹².
pub(crate) fn binomial(trials: u64, chance: f64) -> (usize, Vec<f64>) {
    if trials == 0 {
        return (0, vec![1.0]);
    }
    let n = float(trials);
    let odds = (chance / (1.0 - chance)).ln();
    let mut logarithms = vec![n * (-chance).ln_1p()];
    for count in 1..=trials {
        let last = logarithms.last().copied().unwrap_or_default();
        logarithms.push(last + (float(trials - count + 1) / float(count)).ln() + odds);
    }
    let masses: Vec<f64> = logarithms.iter().map(|one| one.exp()).collect();
    let matters = |mass: &f64| *mass > 1e-18;
    let first = masses.iter().position(matters).unwrap_or(0);
    let last = masses.iter().rposition(matters).unwrap_or(0);
    (first, masses[first..=last].to_vec())
}

fn sum_of(
    (first, one): &(usize, Vec<f64>),
    (second, other): &(usize, Vec<f64>),
) -> (usize, Vec<f64>) {
    let mut masses = vec![0.0; one.len() + other.len() - 1];
    for (index, mass) in one.iter().enumerate() {
        for (place, factor) in masses[index..].iter_mut().zip(other) {
            *place += mass * factor;
        }
    }
    (first + second, masses)
}

/// Coverage and mean width, cut to 0 to 1.
fn held(
    (first, masses): &(usize, Vec<f64>),
    share: f64,
    (method, reports, support): (IntervalMethod, u64, SupportProbabilities),
) -> Result<(f64, f64), Box<dyn Error>> {
    let (mut held, mut width) = (0.0, 0.0);
    for (count, mass) in (*first as u64..).zip(masses) {
        let (low, high) = method.interval(count, reports, support, Confidence::default())?;
        if low - 1e-9 <= share && share <= high + 1e-9 {
            held += mass;
        }
        width += mass * (high.clamp(0.0, 1.0) - low.clamp(0.0, 1.0));
    }
    Ok((held, width))
}

/// The least coverage over the shares and the mean width, of each method.
fn least(
    methods: [IntervalMethod; 2],
    (reports, support): (u64, SupportProbabilities),
    masses: impl Fn(u64) -> (f64, (usize, Vec<f64>)),
) -> Result<[(f64, f64); 2], Box<dyn Error>> {
    let mut found = [(1.0_f64, 0.0); 2];
    for share in SHARES {
        let (share, masses) = masses(share);
        for (method, found) in methods.into_iter().zip(&mut found) {
            let (held, width) = held(&masses, share, (method, reports, support))?;
            found.0 = found.0.min(held);
            found.1 += width / float(SHARES.len() as u64);
        }
    }
    Ok(found)
}

fn print(table: &mut Table, what: &str, rival: &str, found: [(f64, f64); 2]) {
    let [(held, width), (of_rival, other)] = found;
    let more = 100.0 * (width / other - 1.0);
    let costs = if more > 5.0 {
        ": exactness costs more than 5 %"
    } else {
        ""
    };
    let beside = format!(
        "width {width:.3}; {rival} {:.1} %, width {other:.3} ({more:+.1} %{costs})",
        100.0 * of_rival
    );
    table.line(what, held, false, &beside);
}

/// Shares of exactly those who reported; the rival is the score interval, which was told before.
pub(crate) fn respondents(table: &mut Table) -> Result<(), Box<dyn Error>> {
    println!("\nShares of exactly those who reported: least coverage over true shares");
    for reports in REPORTS {
        for epsilon in EPSILONS {
            for (name, values) in MECHANISMS {
                let support = support(name, epsilon, values)?;
                let masses = |share: u64| {
                    let with = (reports * share).div_ceil(100);
                    let of_with = binomial(with, support.of_truth());
                    let of_others = binomial(reports - with, support.of_other());
                    (float(with) / float(reports), sum_of(&of_with, &of_others))
                };
                let methods = [IntervalMethod::FixedPopulation, IntervalMethod::Score];
                let found = least(methods, (reports, support), masses)?;
                let what = format!("share, {reports} reports, ε {epsilon}, {name} of {values}");
                print(table, &what, "score", found);
            }
        }
    }
    Ok(())
}

/// Shares of a population; the rival is Wilson's interval, which was told before.
pub(crate) fn population(table: &mut Table) -> Result<(), Box<dyn Error>> {
    println!("\nShares of a population: least coverage over true shares");
    for reports in REPORTS {
        for epsilon in EPSILONS {
            for (name, values) in MECHANISMS {
                let support = support(name, epsilon, values)?;
                let masses = |share: u64| {
                    let share = float(share) / 100.0;
                    let gap = support.of_truth() - support.of_other();
                    (share, binomial(reports, support.of_other() + share * gap))
                };
                let methods = [IntervalMethod::Sampled, IntervalMethod::Wilson];
                let found = least(methods, (reports, support), masses)?;
                let what = format!("share, {reports} reports, ε {epsilon}, {name} of {values}");
                print(table, &what, "Wilson", found);
            }
        }
    }
    Ok(())
}
