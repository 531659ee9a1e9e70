//! The black-box auditor: it must find the faults that are built in, and no others.
//!
//! Confidence is 1 − 10⁻⁶, so that an honest client is accused with a probability below it.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Collector, Confidence, Mechanism, Report,
    audit::{AuditError, BlackBoxAudit, ReportEvent, black_box},
};

fn oracle(name: &str, epsilon: &str, values: u32) -> Box<dyn Collector> {
    let mechanism = Mechanism::named(name).unwrap();
    let parameters = mechanism
        .parameters(&epsilon.parse().unwrap(), values)
        .unwrap();
    mechanism.oracle(&parameters, values).unwrap()
}

fn sure() -> Confidence {
    Confidence::new(1.0 - 1e-6).unwrap()
}

fn audited(claimed: &dyn Collector, real: &dyn Collector, trials: u64) -> BlackBoxAudit {
    let mut generator = ChaCha20Rng::seed_from_u64(17);
    black_box(claimed, trials, sure(), |input| {
        real.randomize(input, &mut generator)
    })
    .unwrap()
}

#[test]
fn honest_clients_are_not_accused_and_the_bound_is_near() {
    for (name, values) in [("rr", 2), ("grr", 5), ("oue", 5), ("sue", 4), ("ss", 12)] {
        let oracle = oracle(name, "1", values);
        let audit = audited(&*oracle, &*oracle, 40_000);
        assert!(!audit.refutes(oracle.privacy_loss()), "{name}: {audit:?}");
        assert!(audit.epsilon > 0.85, "{name}: {audit:?}");
    }
}

/// The positive control: ε for each bit instead of for the report. Symmetric bits at 2ε have ε per
/// bit deleted or added, and 2ε between two values.
#[test]
fn a_unary_client_at_epsilon_per_bit_is_caught() {
    let (claimed, real) = (oracle("sue", "1", 5), oracle("sue", "2", 5));
    let audit = audited(&*claimed, &*real, 40_000);
    assert!(audit.refutes(claimed.privacy_loss()), "{audit:?}");
    assert!(audit.epsilon > 1.8, "{audit:?}");
    let ReportEvent::Supports { value, not } = audit.event else {
        panic!("{audit:?}");
    };
    assert_eq!(audit.inputs, (value, not));
}

/// A lie drawn from all k values with the p that excludes the truth: at k = 10 and ε = 1 the real ε
/// is 1.39.
#[test]
fn a_lie_that_may_be_the_truth_is_caught() {
    let claimed = oracle("grr", "1", 10);
    let any = oracle("grr", "0.000001", 10);
    let mut generator = ChaCha20Rng::seed_from_u64(23);
    let audit = black_box(&*claimed, 60_000, sure(), |input| {
        // Truth with p = e/(e + 9) as it should be, else one of all ten.
        let honest = claimed.randomize(input, &mut generator)?;
        if honest == Report::Index(input) {
            Ok(honest)
        } else {
            any.randomize(input, &mut generator)
        }
    })
    .unwrap();
    assert!(audit.refutes(claimed.privacy_loss()), "{audit:?}");
    assert!(audit.epsilon > 1.25 && audit.epsilon < 1.39, "{audit:?}");
}

/// A client that gives itself away by a report that is rare: only one value of ten ever sends it.
#[test]
fn a_report_that_only_one_input_sends_is_caught() {
    let claimed = oracle("ss", "1", 12);
    let mut generator = ChaCha20Rng::seed_from_u64(29);
    let mut turn = 0_u32;
    let audit = black_box(&*claimed, 20_000, sure(), |input| {
        turn += 1;
        if input == 3 && turn.is_multiple_of(50) {
            Ok(Report::Indices(vec![0, 1, 2]))
        } else {
            claimed.randomize(input, &mut generator)
        }
    })
    .unwrap();
    assert_eq!(audit.event, ReportEvent::Is(Report::Indices(vec![0, 1, 2])));
    assert!(audit.refutes(claimed.privacy_loss()), "{audit:?}");
}

/// What a uniform guess sees: that the report supports the guessed value, whatever else it does.
/// For a unary report it misses half of ε, which is why it is not what is judged.
#[test]
fn a_single_bit_shows_only_half() {
    let oracle = oracle("sue", "2", 5);
    let support = oracle.support_probabilities().unwrap();
    let single = (support.of_truth() / support.of_other()).ln();
    assert!((single - 1.0).abs() < 1e-6, "{single}");
    assert!(audited(&*oracle, &*oracle, 40_000).epsilon > 1.8);
}

#[test]
fn faulty_audits_are_told() {
    let oracle = oracle("grr", "1", 3);
    let mut generator = ChaCha20Rng::seed_from_u64(1);
    assert_eq!(
        black_box(&*oracle, 0, sure(), |input| oracle
            .randomize(input, &mut generator)),
        Err(AuditError::NoTrials)
    );
    assert!(matches!(
        black_box(&*oracle, 5, sure(), |_| Ok(Report::Index(3))),
        Err(AuditError::Impossible(_))
    ));
    assert!(matches!(
        black_box(&*oracle, 5, sure(), |_| oracle.randomize(7, &mut generator)),
        Err(AuditError::Refused(_))
    ));
    // A single report of each input shows nothing.
    let audit = black_box(&*oracle, 1, sure(), |input| {
        oracle.randomize(input, &mut generator)
    });
    assert!(audit.unwrap().epsilon.abs() < 1e-300);
}

fn of_numbers(name: &str, epsilon: &str, cells: u32) -> Box<dyn Collector> {
    let mechanism = Mechanism::for_numbers(name).unwrap();
    let parameters = mechanism
        .parameters(&epsilon.parse().unwrap(), cells)
        .unwrap();
    mechanism.oracle(&parameters, cells).unwrap()
}

fn audited_numbers(claimed: &dyn Collector, real: &dyn Collector) -> BlackBoxAudit {
    let mut generator = ChaCha20Rng::seed_from_u64(29);
    black_box(claimed, 40_000, sure(), |input| {
        real.randomize(input, &mut generator)
    })
    .unwrap()
}

#[test]
fn honest_numbers_are_not_accused_and_the_bound_is_near() {
    for name in ["laplace", "duchi", "piecewise", "hybrid", "square-wave"] {
        for cells in [2, 11, 101] {
            let randomizer = of_numbers(name, "1", cells);
            let audit = audited_numbers(&*randomizer, &*randomizer);
            assert!(
                !audit.refutes(randomizer.privacy_loss()),
                "{name}: {audit:?}"
            );
            assert!(audit.epsilon > 0.8, "{name} {cells}: {audit:?}");
        }
    }
}

/// Laplace noise of scale 1/ε instead of 2/ε for a range of 2: twice the ε.
#[test]
fn noise_for_half_of_the_range_is_caught() {
    // Half as many steps of the same grid: the claim reaches further than the client, so that
    // all of its reports are possible.
    let claimed = of_numbers("laplace", "1", 11);
    let real = of_numbers("laplace", "2", 11);
    let shift = (claimed.sum_count() - real.sum_count()) / 2;
    let mut generator = ChaCha20Rng::seed_from_u64(31);
    let audit = black_box(&*claimed, 40_000, sure(), |input| {
        let report = real.randomize(input, &mut generator)?;
        let Report::Index(cell) = report else {
            panic!("a number's report is an index, not {report}");
        };
        Ok(Report::Index(cell + shift))
    })
    .unwrap();
    assert!(audit.refutes(claimed.privacy_loss()), "{audit:?}");
    assert!(audit.epsilon > 1.7, "{audit:?}");
    assert!(!audit.refutes(real.privacy_loss()));
}

#[test]
fn impossible_numbers_are_refused() {
    let claimed = of_numbers("duchi", "1", 5);
    let audit = black_box(&*claimed, 10, sure(), |_| Ok(Report::Index(2)));
    assert!(matches!(audit, Err(AuditError::Impossible(_))));
    let audit = black_box(&*claimed, 0, sure(), |_| Ok(Report::Index(0)));
    assert_eq!(audit, Err(AuditError::NoTrials));
}
