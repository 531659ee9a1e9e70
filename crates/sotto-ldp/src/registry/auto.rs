//! `auto`: the mechanism with the least variance for a domain, and why.

use std::cmp::Ordering;

use crate::{
    kernel::{Epsilon, MechanismError, SupportProbabilities, check_domain_size},
    registry::{Mechanism, respondent::CANDIDATES},
};

/// A report takes at most so many bytes unless more are allowed: a question costs less than its
/// own text, and subset selection serves some hundred categories.
pub const REPORT_BYTES: usize = 1024;

/// The mechanism that `auto` takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The mechanism.
    pub mechanism: Mechanism,
    /// n·Var of the estimate of a rare value, the figure that decided.
    pub variance: f64,
    /// The length of the longest report in JSON, in bytes.
    pub report_bytes: usize,
    /// The same for the best mechanism not taken, if another could serve.
    pub runner_up: Option<(Mechanism, f64)>,
    /// A mechanism of less variance whose reports would be too long, and how long.
    pub too_long: Option<(Mechanism, usize)>,
    epsilon: Epsilon,
    domain_size: u32,
}

impl Choice {
    /// Why it was chosen, in words for a designer.
    #[must_use]
    pub fn reason(&self) -> String {
        let Self {
            mechanism,
            variance,
            report_bytes,
            epsilon,
            domain_size,
            ..
        } = self;
        let name = mechanism.name();
        let next = self.runner_up.map_or(String::new(), |(next, variance)| {
            format!("; next is {} with {variance:.3}", next.name())
        });
        let better = self.too_long.map_or(String::new(), |(better, bytes)| {
            let name = better.name();
            format!("; {name} would be better still, but its reports take {bytes} bytes")
        });
        format!(
            "{name} estimates {domain_size} categories at epsilon {epsilon} with the least variance, {variance:.3} divided by the number of reports, in reports of at most {report_bytes} bytes{next}{better}."
        )
    }
}

/// Chooses by the exact variance of a rare value's estimate, q*(1−q*)/(p*−q*)², among mechanisms
/// whose reports take at most [`REPORT_BYTES`].
///
/// # Errors
/// When no mechanism serves that domain size.
pub fn choose(epsilon: &Epsilon, domain_size: u32) -> Result<Choice, MechanismError> {
    choose_within(epsilon, domain_size, REPORT_BYTES)
}

/// The same for reports of at most `report_bytes`. Where even the shortest are longer, they are
/// taken all the same.
///
/// # Errors
/// When no mechanism serves that domain size.
fn choose_within(
    epsilon: &Epsilon,
    domain_size: u32,
    report_bytes: usize,
) -> Result<Choice, MechanismError> {
    if domain_size == 2 {
        // For two categories there is but one.
        let candidates = [Mechanism::of_one_option()];
        return choose_among(candidates, epsilon, domain_size, report_bytes);
    }
    let candidates = CANDIDATES.iter().copied();
    choose_among(candidates, epsilon, domain_size, report_bytes)
}

/// [`choose`] for the joint report of several questions, whose shares are sums of its cells': among
/// mechanisms that [tell groups apart](Mechanism::tells_groups).
///
/// # Errors
/// When no mechanism serves that domain size.
pub fn choose_joint(epsilon: &Epsilon, domain_size: u32) -> Result<Choice, MechanismError> {
    let candidates = CANDIDATES
        .iter()
        .copied()
        .filter(|candidate| candidate.tells_groups());
    choose_among(candidates, epsilon, domain_size, REPORT_BYTES)
}

fn choose_among(
    candidates: impl IntoIterator<Item = Mechanism>,
    epsilon: &Epsilon,
    domain_size: u32,
    report_bytes: usize,
) -> Result<Choice, MechanismError> {
    check_domain_size("auto", (2, 1 << 20), domain_size)?;
    let mut ranked: Vec<_> = candidates
        .into_iter()
        .filter_map(|mechanism| Candidate::new(mechanism, epsilon, domain_size))
        .collect();
    // Stable: of equal ones the first candidate stays first.
    ranked.sort_by(Candidate::by_variance);
    let shortest = ranked.iter().map(|candidate| candidate.bytes).min();
    let limit = report_bytes.max(shortest.unwrap_or(0));
    let mut fitting = ranked.iter().filter(|candidate| candidate.bytes <= limit);
    let best = fitting
        .next()
        .ok_or(MechanismError::NoneServes(domain_size))?;
    let too_long = ranked.first().filter(|first| first.bytes > limit);
    Ok(Choice {
        mechanism: best.mechanism,
        variance: best.support.variance(),
        report_bytes: best.bytes,
        runner_up: fitting
            .next()
            .map(|next| (next.mechanism, next.support.variance())),
        too_long: too_long.map(|better| (better.mechanism, better.bytes)),
        epsilon: *epsilon,
        domain_size,
    })
}

struct Candidate {
    mechanism: Mechanism,
    support: SupportProbabilities,
    bytes: usize,
}

impl Candidate {
    /// `None` when the mechanism does not serve that ε or domain size.
    fn new(mechanism: Mechanism, epsilon: &Epsilon, domain_size: u32) -> Option<Self> {
        let parameters = mechanism.parameters(epsilon, domain_size).ok()?;
        let randomizer = mechanism.randomizer(&parameters, domain_size).ok()?;
        Some(Self {
            mechanism,
            support: randomizer.support_probabilities()?,
            bytes: randomizer.longest_report().to_string().len(),
        })
    }

    fn by_variance(&self, other: &Self) -> Ordering {
        self.support.cmp_variance(&other.support)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(epsilon: &str, domain_size: u32) -> Choice {
        choose(&epsilon.parse().unwrap(), domain_size).unwrap()
    }

    /// At ε = 1 two values a report are better than one from seven categories on. Lists of a fifth
    /// of the values fit a kilobyte up to some nine hundred.
    #[test]
    fn the_choice_goes_from_simple_to_short() {
        for (domain_size, expected) in [
            (2, "randomized-response"),
            (3, "direct-encoding"),
            (6, "direct-encoding"),
            (7, "subset-selection"),
            (16, "subset-selection"),
            (800, "subset-selection"),
            (1024, "optimized-local-hashing"),
            (4096, "optimized-unary-encoding"),
            (100_000, "optimized-local-hashing"),
            (1 << 20, "optimized-local-hashing"),
        ] {
            let choice = chosen("1", domain_size);
            assert_eq!(choice.mechanism.name(), expected, "{domain_size}");
            assert!(choice.report_bytes <= REPORT_BYTES);
        }
        // Telling the truth nearly always leaves nothing to be gained.
        assert_eq!(chosen("6", 16).mechanism.name(), "direct-encoding");
    }

    #[test]
    fn nothing_in_reach_is_better() {
        for epsilon in ["0.1", "0.5", "1", "2", "4", "8"] {
            for domain_size in [3, 4, 7, 16, 42, 128, 300] {
                let choice = chosen(epsilon, domain_size);
                for &mechanism in CANDIDATES {
                    let epsilon = epsilon.parse().unwrap();
                    let other = Candidate::new(mechanism, &epsilon, domain_size).unwrap();
                    if other.bytes <= REPORT_BYTES {
                        assert!(
                            choice.variance <= other.support.variance() * (1.0 + 1e-12),
                            "{mechanism:?} beats {choice:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_reason_names_figures_and_rivals() {
        assert_eq!(
            chosen("1", 16).reason(),
            "subset-selection estimates 16 categories at epsilon 1 with the least variance, 3.111 divided by the number of reports, in reports of at most 13 bytes; next is optimized-local-hashing with 3.111."
        );
        let long = chosen("1", 1024);
        assert!(
            long.reason()
                .contains("subset-selection would be better still, but")
        );
        assert_eq!(chosen("1", 2).runner_up, None);
    }

    #[test]
    fn a_tighter_limit_makes_reports_shorter() {
        let epsilon = "1".parse().unwrap();
        let tight = choose_within(&epsilon, 128, 8).unwrap();
        assert_eq!(tight.mechanism.name(), "optimized-local-hashing");
        assert!(tight.too_long.is_some());
        let tighter = choose_within(&epsilon, 128, 4).unwrap();
        assert_eq!(tighter.mechanism.name(), "projective-geometry-response");
        let impossible = choose_within(&epsilon, 128, 0).unwrap();
        assert!(impossible.report_bytes <= 3);
        for domain_size in [0, 1, (1 << 20) + 1, u32::MAX] {
            assert!(choose(&epsilon, domain_size).is_err());
        }
    }
}
