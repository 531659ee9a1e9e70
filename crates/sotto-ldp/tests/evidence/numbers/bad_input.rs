//! What is published is the mechanism; what is not one is refused with its reason.

use proptest::prelude::*;
use rand::{SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::intervals::Population;
use sotto_ldp::{
    Confidence, Counts, Epsilon, EstimateError, ImpossibleReport, Intervals, Mechanism,
    NUMERIC_MECHANISMS, OutsideDomain, Report,
    numbers::{Grid, MeanEstimator, Window},
};

use super::epsilon;

/// What a survey publishes is all that a device needs: the same randomizer, and again the same
/// integers. Estimating with other integers than were drawn with is biased.
#[test]
fn published_integers_are_the_whole_mechanism() {
    for mechanism in NUMERIC_MECHANISMS {
        for text in ["0.3", "ln 3", "6"] {
            for cells in [2, 11, 1001] {
                let parameters = mechanism.parameters(&epsilon(text), cells).unwrap();
                let randomizer = mechanism.oracle(&parameters, cells).unwrap();
                assert_eq!(randomizer.domain_size(), cells);
                let again = mechanism.oracle(&parameters, cells).unwrap();
                let (mut one, mut other) =
                    (ChaCha20Rng::seed_from_u64(1), ChaCha20Rng::seed_from_u64(1));
                for cell in 0..2 {
                    assert_eq!(
                        randomizer.randomize(cell, &mut one),
                        again.randomize(cell, &mut other)
                    );
                }
            }
        }
    }
    let narrow = Window::with_width(&epsilon("1"), 11, 6).unwrap();
    let wide = Window::with_width(&epsilon("1"), 11, 8).unwrap();
    assert!((narrow.unit(0).to_f64() - wide.unit(0).to_f64()).abs() > 1e-9);
    assert_eq!(
        Mechanism::for_numbers("hm"),
        Mechanism::for_numbers("hybrid")
    );
    let error = Mechanism::for_numbers("gauss").unwrap_err().to_string();
    assert!(
        error.contains("hybrid") && error.contains("square-wave"),
        "{error}"
    );
    assert_eq!(
        Mechanism::recommended_for_numbers(true).name(),
        "square-wave"
    );
    assert_eq!(Mechanism::recommended_for_numbers(false).name(), "hybrid");
}

#[test]
fn integers_that_are_none_are_refused() {
    for (name, parameters) in [
        ("duchi", &[] as &[u64]),
        ("duchi", &[3]),
        ("duchi", &[1, 1]),
        ("duchi", &[1, 3]),
        ("duchi", &[3, 0]),
        ("duchi", &[u64::MAX, 1]),
        ("duchi", &[u64::MAX, u64::MAX - 1]),
        ("piecewise", &[3, 1]),
        ("piecewise", &[3, 1, 0]),
        ("piecewise", &[3, 1, 4_194_305]),
        ("piecewise", &[3, 1, u64::MAX]),
        ("piecewise", &[u64::MAX, 1, 2]),
        ("square-wave", &[1, 3, 2]),
        ("square-wave", &[3, 1, 2, 9]),
        ("hybrid", &[3, 1, 2]),
        ("hybrid", &[3, 1, 2, 0]),
        ("hybrid", &[3, 1, 2, 1 << 32]),
        ("hybrid", &[3, 1, 0, 1]),
        ("laplace", &[1]),
        ("laplace", &[0, 1]),
        ("laplace", &[1, 0]),
        ("laplace", &[21, 10]),
        ("laplace", &[u64::MAX, 1]),
        ("laplace", &[1, u64::MAX]),
        ("laplace", &[0, 1, 0]),
        ("laplace", &[1, 10, 1]),
        ("laplace", &[1, 10, 32]),
        ("laplace", &[1, 10, 0, 0]),
        ("laplace", &[21, 10, 0]),
        ("laplace", &[1, u64::MAX, 0]),
        ("laplace", &[1, 8_388_604, 0]),
    ] {
        let mechanism = Mechanism::for_numbers(name).unwrap();
        assert!(
            mechanism.oracle(parameters, 11).is_err(),
            "{name} {parameters:?}"
        );
    }
    for mechanism in NUMERIC_MECHANISMS {
        for cells in [0, 1, Grid::MAX_CELLS + 1, u32::MAX] {
            assert!(
                mechanism.parameters(&epsilon("1"), cells).is_err(),
                "{mechanism:?}"
            );
            let parameters = mechanism.parameters(&epsilon("1"), 11).unwrap();
            assert!(
                mechanism.oracle(&parameters, cells).is_err(),
                "{mechanism:?}"
            );
        }
    }
    // So little ε that the noise would reach beyond all cells.
    let laplace = Mechanism::for_numbers("laplace").unwrap();
    assert!(laplace.parameters(&epsilon("0.000001"), 11).is_err());
}

#[test]
fn impossible_reports_are_named_and_not_counted() {
    for mechanism in NUMERIC_MECHANISMS {
        let parameters = mechanism.parameters(&epsilon("1"), 11).unwrap();
        let randomizer = mechanism.oracle(&parameters, 11).unwrap();
        let outputs = randomizer.sum_count();
        let mut counts = randomizer.empty_counts();
        assert_eq!(counts, Counts::empty(outputs));
        for index in [outputs, u32::MAX] {
            let expected = ImpossibleReport::IndexOutOfRange {
                index,
                domain_size: outputs,
            };
            let report = Report::Index(index);
            assert_eq!(randomizer.accumulate(&report, &mut counts), Err(expected));
        }
        for report in [
            Report::Bits(vec![1]),
            Report::Indices(vec![1]),
            Report::Row(0, vec![]),
        ] {
            assert!(matches!(
                randomizer.accumulate(&report, &mut counts),
                Err(ImpossibleReport::WrongForm { .. })
            ));
        }
        // Counts of another mechanism.
        let mut fewer = Counts::empty(outputs - 1);
        assert!(
            randomizer
                .accumulate(&Report::Index(0), &mut fewer)
                .is_err()
        );
        let grid = Grid::new(0.into(), 10.into(), 1.into()).unwrap();
        assert!(
            randomizer
                .estimate_mean(&fewer, &grid, (Population::Sampled, Confidence::default()))
                .is_err()
        );
        assert!(
            randomizer
                .stored_counts(1, vec![0; outputs as usize - 1])
                .is_err()
        );
        assert_eq!(counts, randomizer.empty_counts());
        let longest = randomizer.longest_report();
        randomizer.accumulate(&longest, &mut counts).unwrap();
        assert_eq!(counts.sums().last(), Some(&1));
    }
}

/// What belongs to categories is refused for numbers, and the other way round.
#[test]
fn the_wrong_kind_of_estimate_is_refused() {
    let grid = Grid::new(0.into(), 1.into(), 1.into()).unwrap();
    let oracle = |mechanism: Mechanism| {
        let parameters = mechanism.parameters(&epsilon("ln 3"), 2).unwrap();
        mechanism.oracle(&parameters, 2).unwrap()
    };
    for &mechanism in NUMERIC_MECHANISMS {
        let numbers = oracle(mechanism);
        let counts = numbers.empty_counts();
        let shares = numbers.estimate(&counts, Intervals::default());
        assert_eq!(shares, Err(EstimateError::OfNumbers));
        assert_eq!(numbers.precision(), Err(EstimateError::OfNumbers));
        assert!(numbers.decode(&counts).is_none());
    }
    let coins = oracle(Mechanism::named("two-coins").unwrap());
    let mean = coins.estimate_mean(
        &coins.empty_counts(),
        &grid,
        (Population::Sampled, Confidence::default()),
    );
    assert_eq!(mean, Err(EstimateError::OfCategories));
    assert_eq!(coins.mean_law(), Err(EstimateError::OfCategories));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_epsilon_and_grid_make_a_randomizer_or_an_error(
        micros in 1_u32..=Epsilon::MAX_MICROS, cells in 0_u32..70_000, seed: u64, value: u32
    ) {
        let e = Epsilon::from_micros(micros).unwrap();
        for mechanism in NUMERIC_MECHANISMS {
            let Ok(parameters) = mechanism.parameters(&e, cells) else { continue };
            let randomizer = mechanism.oracle(&parameters, cells).unwrap();
            prop_assert!(randomizer.privacy_loss() <= e.privacy_loss());
            let mut rng = ChaCha20Rng::seed_from_u64(seed);
            let mut counts = randomizer.empty_counts();
            match randomizer.randomize(value % (cells + 1), &mut rng) {
                Ok(report) => {
                    let longest = randomizer.longest_report().to_string().len();
                    prop_assert!(report.to_string().len() <= longest);
                    randomizer.accumulate(&report, &mut counts).unwrap();
                    prop_assert_eq!(counts.reports(), 1);
                }
                Err(error) => prop_assert_eq!(error, OutsideDomain { value: cells, domain_size: cells }),
            }
        }
    }

    #[test]
    fn any_integers_make_a_randomizer_or_an_error(
        parameters in prop::collection::vec(prop_oneof![0..100_u64, any::<u64>()], 0..6),
        cells in prop_oneof![0..100_u32, any::<u32>()]
    ) {
        for mechanism in NUMERIC_MECHANISMS {
            if let Ok(randomizer) = mechanism.oracle(&parameters, cells) {
                prop_assert!(randomizer.privacy_loss().micros() <= u64::from(Epsilon::MAX_MICROS));
                let mut rng = ChaCha20Rng::seed_from_u64(1);
                for cell in [0, cells - 1] {
                    let report = randomizer.randomize(cell, &mut rng).unwrap();
                    randomizer.accumulate(&report, &mut randomizer.empty_counts()).unwrap();
                }
            }
        }
    }
}
