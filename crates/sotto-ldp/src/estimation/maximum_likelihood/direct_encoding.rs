//! Direct encoding: the likeliest distribution in closed form.

use super::LikelihoodError;
use crate::{
    estimation::protocol::Protocol,
    kernel::{Counts, SupportProbabilities, float},
};

/// The distribution f that maximises Σ_v c_v·ln(q* + (p* − q*)·f_v), exactly.
///
/// At the maximum q* + (p* − q*)·f_v = t·c_v wherever f_v > 0, and t·c_v ≤ q* elsewhere; t follows
/// from Σf = 1 once it is known which values those are, and they are the most often named ones.
/// It is the fixed point of the step f ← f·(q*·Σr + (p* − q*)·r)/n with r = c/(q* + (p* − q*)·f) of
/// expectation maximisation, in O(k·log k) and without a criterion for stopping. Where no unbiased
/// estimate is negative, the two are the same.
///
/// # Errors
/// When there are no reports, the counts are not those of reports that name one value each, or the
/// protocol does not tell values apart.
pub fn direct_encoding(
    counts: &Counts,
    support: SupportProbabilities,
) -> Result<Vec<f64>, LikelihoodError> {
    let protocol = Protocol::new(support)?;
    let reports = counts.reports();
    if reports == 0 {
        return Err(LikelihoodError::NoReports);
    }
    let supports = counts
        .supports()
        .iter()
        .fold(0, |sum: u64, &count| sum.saturating_add(count));
    if supports != reports {
        return Err(LikelihoodError::NotDirectEncoding { supports, reports });
    }
    let mut descending = counts.supports().to_vec();
    descending.sort_by(|a, b| b.cmp(a));
    let (mut named, mut values, mut t) = (0, 0, 0.0);
    for count in descending {
        values += 1;
        named += count;
        let candidate = (float(values) * protocol.q + protocol.gap()) / float(named);
        if candidate * float(count) > protocol.q {
            t = candidate;
        }
    }
    Ok(counts
        .supports()
        .iter()
        .map(|&count| protocol.share_at(t * float(count)).max(0.0))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimation::maximum_likelihood::{ChannelMatrix, Convergence};
    use proptest::prelude::*;

    fn protocol(values: u64) -> SupportProbabilities {
        SupportProbabilities {
            truth: 3,
            other: 1,
            total: 2 + values,
        }
    }

    #[test]
    fn a_distribution_is_left_alone_and_other_counts_are_refused() {
        let counts = Counts::new(60, vec![25, 20, 15]).unwrap();
        let found = direct_encoding(&counts, protocol(3)).unwrap();
        for (found, count) in found.iter().zip([25.0, 20.0, 15.0]) {
            assert!((found - (count / 60.0 - 0.2) / 0.4).abs() < 1e-12);
        }
        let unary = Counts::new(60, vec![30, 30, 30]).unwrap();
        assert!(matches!(
            direct_encoding(&unary, protocol(3)),
            Err(LikelihoodError::NotDirectEncoding { .. })
        ));
        assert_eq!(
            direct_encoding(&Counts::empty(3), protocol(3)),
            Err(LikelihoodError::NoReports)
        );
    }

    proptest! {
        /// Expectation maximisation arrives at the same point, and the published step stays there.
        #[test]
        fn expectation_maximisation_agrees(counts in prop::collection::vec(0_u64..200, 2..12)) {
            let reports: u64 = counts.iter().sum();
            prop_assume!(reports > 0);
            let values = counts.len();
            let support = protocol(values as u64);
            let (p, q) = (support.of_truth(), support.of_other());
            let exact = direct_encoding(&Counts::new(reports, counts.clone()).unwrap(), support).unwrap();
            prop_assert!((exact.iter().sum::<f64>() - 1.0).abs() < 1e-9);

            let r: Vec<_> = counts.iter().zip(&exact)
                .map(|(&c, f)| c as f64 / (q + (p - q) * f)).collect();
            let sum: f64 = r.iter().sum();
            for (f, r) in exact.iter().zip(&r) {
                let step = f * (q * sum + (p - q) * r) / reports as f64;
                prop_assert!((step - f).abs() < 1e-9);
            }

            let row = |v| (0..values).map(|y| if y == v { p } else { q }).collect();
            let rows: Vec<Vec<f64>> = (0..values).map(row).collect();
            let sharp = Convergence::Maximum { tolerance: 1e-7, steps: 100_000 };
            let fit = ChannelMatrix::new(&rows).unwrap().maximum_likelihood(&counts, sharp).unwrap();
            prop_assert!(fit.converged, "{}", fit.gap);
            for (exact, found) in exact.iter().zip(fit.shares) {
                prop_assert!((exact - found).abs() < 1e-2);
            }
        }
    }
}
