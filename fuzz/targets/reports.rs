//! Reports of every mechanism: any JSON is a report that the mechanism can produce, and then it is
//! counted and reads back as itself, or it is refused and nothing is counted.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sotto_ldp::intervals::Population;
use sotto_ldp::{
    Confidence, Intervals, MECHANISMS, NUMERIC_MECHANISMS, Report,
    maximum_likelihood::{Convergence, SupportSets},
    numbers::Grid,
};

/// Two coins serve nothing else.
const EPSILONS: [&str; 3] = ["ln 3", "1", "4"];

fuzz_target!(|data: &[u8]| {
    let [mechanism, epsilon, size, json @ ..] = data else {
        return;
    };
    let Ok(report) = serde_json::from_slice::<Report>(json) else {
        return;
    };
    assert_eq!(
        serde_json::to_string(&report).ok(),
        Some(report.to_string())
    );
    let epsilon = EPSILONS[usize::from(*epsilon) % EPSILONS.len()];
    let epsilon = epsilon.parse().expect("an epsilon");
    let size = 2 + u32::from(*size) % 64;
    let place = usize::from(*mechanism) % (MECHANISMS.len() + NUMERIC_MECHANISMS.len());
    if let Some(mechanism) = MECHANISMS.get(place) {
        let Ok(parameters) = mechanism.parameters(&epsilon, size) else {
            return;
        };
        let oracle = mechanism
            .oracle(&parameters, size)
            .expect("its own integers");
        let mut counts = oracle.empty_counts();
        let counted = oracle.accumulate(&report, &mut counts).is_ok();
        assert_eq!(counts.reports(), u64::from(counted));
        let proven = oracle.prove(report.clone());
        assert_eq!(proven.is_ok(), counted);
        if let Ok(proven) = proven {
            let mut together = oracle.empty_counts();
            let all = oracle.accumulate_all(&[&proven, &proven], &mut together);
            all.expect("proven reports");
            assert_eq!(together.reports(), 2);
        }
        assert_eq!(oracle.supports(&report, size - 1).is_ok(), counted);
        let mut sets = SupportSets::of(&*oracle).expect("reports tell something");
        assert_eq!(sets.add_report(&*oracle, &report).is_ok(), counted);
        assert!(!counted || report.to_string().len() <= oracle.longest_report().to_string().len());
        if counted {
            let estimates = oracle
                .estimate(&counts, Intervals::default())
                .expect("a report");
            assert!(estimates.iter().all(|found| found.share.is_finite()));
            let fit = sets.maximum_likelihood(Convergence::WithinNoise { steps: 10 });
            assert!(fit.is_ok());
        }
    } else {
        let mechanism = NUMERIC_MECHANISMS[place - MECHANISMS.len()];
        let grid = Grid::new(0.into(), (size - 1).cast_signed().into(), 1.into()).expect("a grid");
        let parameters = mechanism.parameters(&epsilon, size).expect("any epsilon");
        let randomizer = mechanism
            .oracle(&parameters, size)
            .expect("its own integers");
        let mut counts = randomizer.empty_counts();
        let counted = randomizer.accumulate(&report, &mut counts).is_ok();
        assert_eq!(counts.reports(), u64::from(counted));
        let mean =
            randomizer.estimate_mean(&counts, &grid, (Population::Sampled, Confidence::default()));
        assert_eq!(mean.is_ok(), counted);
    }
});
